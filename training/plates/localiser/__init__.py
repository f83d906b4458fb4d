"""Scenes with plates whose place is known, and the fit of what tells their rows from others."""
