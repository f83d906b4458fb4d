"""Renders number plates as a camera and the localiser would hand them to the reader."""
