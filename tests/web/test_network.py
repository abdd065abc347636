"""Three phones on a bad line write into one evening: each deal stands once and in order, or was dropped.

All the while a phone counts each of its deals once: in the book that it keeps, or behind it. That holds where
a phone is killed, or something is added or taken back on it, while a request of it is open.

The phones run the real `outbox.js` and `decision.js` of `static/js/` in Node; the real app answers what comes
through. Everything is decided by seeds, which a failure prints:
`LEDGER_SEED=… pytest tests/web/test_network.py` sees it again.
"""

import json
import os
import random
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
import sqlalchemy as sa
from flask import Flask

from ledger.cli.system import find_node
from ledger.config import ROOT
from ledger.evening.resolve import resolve
from ledger.extensions import db
from ledger.store import queries
from ledger.store.models import EVENTS
from ledger.store.verify import differences
from tests.web.evening import NAMES, Evening
from tests.web.phone import Phone

SEEDS: Final = 5_000 if os.environ.get("SOAK") == "1" else 200
STEPS: Final = 22
PHONES: Final = 3
DRIVER: Final = Path(__file__).with_name("phones.mjs")
DEALS: Final = (
    [["declarer", "3"]],
    [["declarer", "nobody"]],
    [["declarer", "3"], ["joined", "2"], ["joined", "1"], ["tricks_2", "2"]],
    [["declarer", "1"], ["joined", "4"], ["tricks_4", "1"], ["trump_card", "2"]],
    # Where somebody else deals this cannot be: it must be refused, and a person must be told.
    [["declarer", "0"], ["blind", "single"]],
)


class Holder(NamedTuple):
    """The evening as one phone has it, with cookies of its own and the CSRF token that goes with them."""

    evening: Evening
    csrf: str


class Network:
    """The phones, in Node; whatever they ask is answered by the app."""

    def __init__(self, folder: Path) -> None:
        program = find_node()
        if program is None:
            reason = "the phones on a bad line are not tried: there is no Node.js on this machine"
            if os.environ.get("CI"):
                pytest.fail(reason, pytrace=False)
            pytest.skip(reason)
        modules = shutil.copytree(ROOT / "static" / "js", folder / "js")
        (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
        self.process = subprocess.Popen(
            [program, str(DRIVER), str(modules)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def tell(self, data: object) -> None:
        """Say one thing to the phones."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(data) + "\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        """Return what the phones say next."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the phones stopped"
        heard: dict[str, Any] = json.loads(line)
        return heard

    def plays(self, holders: Sequence[Holder], seed: int) -> Sequence[Mapping[str, Any]]:
        """Return what each phone has left, wrote and dropped in an evening decided by `seed`."""
        self.tell({"seed": seed, "deals": DEALS, "steps": STEPS})
        while "done" not in (heard := self.hear()):
            self.tell(_answer(holders[heard["phone"]], heard))
        phones: Sequence[Mapping[str, Any]] = heard["phones"]
        return phones


def _answer(holder: Holder, asked: Mapping[str, Any]) -> object:
    evening = holder.evening
    if asked["kind"] == "state":
        state = evening.phone.client.get(evening.path("state.json"))
        return {"status": state.status_code, "body": state.json}
    fields = [*asked["fields"], ("token", asked["token"]), ("revision", asked["revision"])]
    response = evening.phone.client.post(
        evening.path(asked["kind"]),
        data={"csrf_token": holder.csrf} | _lists(fields),
        headers={"Accept": "application/json"},
    )
    assert response.is_json, response.text
    return {"status": response.status_code, "body": response.json}


def _lists(fields: Sequence[Sequence[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in fields:
        found.setdefault(name, []).append(str(value))
    return found


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Network]:
    """Yield the phones."""
    network = Network(tmp_path_factory.mktemp("phones"))
    yield network
    assert network.process.stdin is not None
    assert network.process.stdout is not None
    network.process.stdin.close()
    network.process.wait(10)
    network.process.stdout.close()


def test_each_deal_is_written_once_and_in_order(app: Flask, phone: Phone, network: Network) -> None:
    first = int(os.environ.get("LEDGER_SEED") or random.SystemRandom().randrange(10**9))
    print(f"LEDGER_SEED={first}")
    written = dropped = counted = 0
    meanwhile: Counter[str] = Counter()
    others = [Phone(app) for _ in range(PHONES - 1)]
    form = phone.get("/new/chratze").form("/new/chratze")
    tokens = [form.fields["csrf_token"], *(other.csrf_token for other in others)]
    for seed in range(first, first + SEEDS):
        # The form is read once and sent each time with a token of its own, as a new one would have.
        started = phone.post(form.action, form.filled(name=NAMES, first="0", token=f"evening-{seed:012}"))
        evening = Evening(phone=phone, id=started.location.split("/")[2], names=NAMES)
        for other in others:
            other.claim(evening.id, phone.kept[evening.id])
        holders = [Holder(evening.on(one), csrf) for one, csrf in zip((phone, *others), tokens, strict=True)]
        phones = network.plays(holders, seed)
        with app.app_context():
            written_in, in_force = _written(evening.id)
        for number, one in enumerate(phones):
            assert one["left"] == 0, seed
            assert one["torn"] == 0, seed
            assert one["wrong"] == 0, seed
            counted += one["counted"]
            meanwhile.update(one["meanwhile"])
            wanted = [token for token in one["wrote"] if token not in one["dropped"]]
            assert _by(number, written_in) == wanted, seed
            assert _by(number, in_force) == one["stands"], seed
            dropped += len(one["dropped"])
        written += len(written_in)
    with app.app_context():
        assert list(differences(db.session())) == []
    # The line was neither so good nor so bad that nothing was tried.
    assert written > 4 * SEEDS
    assert dropped > SEEDS // 10
    assert counted > SEEDS
    assert min(meanwhile[what] for what in ("killed", "added", "undone")) > SEEDS // 5


def _written(evening_id: str) -> tuple[list[str], list[str]]:
    """Return the tokens of what was written, in order, and of the deals in force of that."""
    rows = db.session.execute(
        sa.select(EVENTS.c.number, EVENTS.c.token)
        .where(EVENTS.c.evening_id == evening_id, EVENTS.c.number > 0)
        .order_by(EVENTS.c.number)
    ).all()
    tokens = {row.number: row.token for row in rows}
    in_force = resolve(queries.lines(db.session(), evening_id)).lines
    return [*tokens.values()], [tokens[line.number] for line in in_force]


def _by(number: int, tokens: Sequence[str]) -> list[str]:
    return [token for token in tokens if token.startswith(f"phone-{number}-")]
