"""Standing orders: answers given in advance, and captains that decide for somebody."""
