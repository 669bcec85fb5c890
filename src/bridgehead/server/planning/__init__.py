"""What a side lays out before it carries it out: the choices of a phase, and its attacks."""
