"""The net that tells where the corners of a plate are that was found, so that it is cut out as it hangs."""
