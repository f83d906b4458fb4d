"""The reader: reads whole plates, of one row or two, in one look."""
