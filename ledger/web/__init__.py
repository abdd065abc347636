"""The pages: one blueprint a family. Views parse, call one function, and redirect or render."""
