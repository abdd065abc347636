"""What is drawn and printed: plain view values, chart geometry."""
