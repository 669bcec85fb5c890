"""Air war: strikes, air defense, flights, raids."""
