"""Tesseract's line reader in PyTorch: read its file, train it on plates, write it back."""
