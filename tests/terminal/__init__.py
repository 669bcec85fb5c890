"""Tests of terminal play: the controller, the line mode, the screen."""
