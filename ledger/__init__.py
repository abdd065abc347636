"""Tavern Ledger: keeps the book for card games played for a pot."""
