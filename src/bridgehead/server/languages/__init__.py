"""The languages of readers, and the words of titles in them."""
