"""The pure rules: what one deal is worth. Standard library only, no clock, no randomness, no I/O."""
