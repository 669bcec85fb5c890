"""What a title brings to the program: its games, data, lesson, briefing and bids."""
