"""One evening as a fold over what somebody wrote down. Standard library only, pure like `rules`."""
