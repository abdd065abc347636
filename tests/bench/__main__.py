"""Measures what is asked for (all, where nothing is said) and ends with 1 if a limit is not reached.

python -m tests.bench [rules] [http] [polls] [paper] [mending] [paint]
"""

import sys
from importlib import import_module

BENCHES = ("rules", "http", "polls", "paper", "mending", "paint")


def main(asked: list[str]) -> int:
    """Print a line per figure of the benches `asked` for; return 0 if all are within their limits."""
    unknown = sorted(set(asked) - set(BENCHES))
    if unknown:
        print(f"There is no bench {', '.join(unknown)}, only {', '.join(BENCHES)}.", file=sys.stderr)
        return 2
    reached = True
    for name in asked or BENCHES:
        # Imported when it is its turn: the rules are measured in a process that knows nothing of the server.
        for result in import_module(f"tests.bench.{name}").measure():
            print(result, flush=True)
            reached = reached and result.reached
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
