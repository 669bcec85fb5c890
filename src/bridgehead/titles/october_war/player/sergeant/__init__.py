"""The sergeant: its choices in the air, in movement, in combat and off the map."""
