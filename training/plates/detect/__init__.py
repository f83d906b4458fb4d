"""The detector: finds plates in a whole grey picture."""
