"""Questions of screens about the title, and its style."""
