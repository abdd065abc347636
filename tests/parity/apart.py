"""A draw in a process of its own, for it to be the same whatever else is under test."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")

ROOT: Final = Path(__file__).parents[2]
CHILD: Final = """
import pickle, sys
function, args, kwargs = pickle.load(sys.stdin.buffer)
pickle.dump(function(*args, **kwargs), sys.stdout.buffer)
"""


def apart(function: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
    """Return what `function`, one of a module's own, returns in a new process.

    Hypothesis mixes into what it draws the constants of every module of ours that its process has imported:
    a seed alone gives other cases after other tests.
    """
    asked = pickle.dumps((function, args, kwargs))
    child = [sys.executable, "-c", CHILD]
    answered = subprocess.run(child, input=asked, stdout=subprocess.PIPE, check=True, cwd=ROOT)
    result: Result = pickle.loads(answered.stdout)
    return result
