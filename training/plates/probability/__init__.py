"""Pictures and clips of drawn plates, and the fit of how probably a text is right that was read of one."""
