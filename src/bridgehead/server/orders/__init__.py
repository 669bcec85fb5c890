"""Standing orders: answers that are given in advance, on both servers."""
