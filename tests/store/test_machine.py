"""A random evening on the real stores: whatever is written, repeated or refused, the book is as meant."""

from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test as run
from sqlalchemy.engine import Engine

from tests.conftest import LONGER
from tests.store.machine import Machine

EXAMPLES, STEPS = (200 if LONGER > 1 else 50), 50


def test_random_evenings(engine: Engine) -> None:
    machine = type("MachineOnThisDatabase", (Machine,), {"engine": engine})
    run(machine, settings=settings(max_examples=EXAMPLES, stateful_step_count=STEPS, deadline=None))
