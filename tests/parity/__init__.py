"""Both engines, in Python and in JavaScript, asked the same things."""
