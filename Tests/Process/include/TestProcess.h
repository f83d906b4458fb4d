// Has nothing to call: what is linked works by itself.
