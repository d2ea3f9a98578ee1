"""What is asked of a game: a file for each question, with what it plays and what that shows."""
