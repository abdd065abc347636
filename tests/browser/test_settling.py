"""The example evening settled on a phone: closed, paid in part, and its files taken along."""

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, expect

from tests.browser.evening import FIVE, Evening
from tests.browser.phone import Phones

BALANCES: Final = {"Anna": 21, "Dan": 11, "Ben": -3, "Eva": -8, "Carla": -22}
PAYMENTS: Final = ["Ben → Dan 0.30", "Carla → Anna 2.10", "Carla → Pot 0.10", "Eva → Dan 0.80"]
FILES: Final = ("evening.json", "deals.csv", "postings.csv", "deals-machine.csv", "postings-machine.csv")


def example(page: Page) -> Evening:
    """Return the three deals of the example, written."""
    evening = Evening.starts(page, "chratze", FIVE, title="Büchi", place="Bären")
    evening.write("Dan", ["Carla", "Ben"], {"Dan": 2, "Carla": 2})
    evening.write("Carla", ["Dan", "Eva"], {"Carla": 1, "Dan": 3})
    evening.write("Anna", ["Ben", "Eva"], {"Anna": 2, "Ben": 1, "Eva": 1})
    return evening


def payments(page: Page) -> list[str]:
    """Return who pays whom how much, as it is seen."""
    seen = []
    for due in page.locator(".due").all():
        names = [name.inner_text() for name in due.locator(".due-who bdi").all()]
        seen.append(f"{' → '.join(names)} {due.locator('.due-amount').inner_text()}")
    return seen


def states(page: Page) -> list[str]:
    """Return what is paid of each payment, as it is seen."""
    return [state.inner_text().replace("\ufe0e", "") for state in page.locator(".due-state").all()]


def downloaded(page: Page, folder: Path) -> dict[str, bytes]:
    """Tap every file of the page of files, and return what was kept, by its kind."""
    found = {}
    for link in page.locator("a.card[download]").all():
        kind = (link.get_attribute("href") or "").rsplit("/", 1)[1]
        with page.expect_download() as download:
            link.tap()
        name = download.value.suggested_filename
        assert name.endswith(f" Büchi {kind}"), name
        download.value.save_as(folder / name)
        found[kind] = (folder / name).read_bytes()
    return found


def test_example_evening_is_closed_paid_and_taken_along(phones: Phones, tmp_path: Path) -> None:
    page, watcher = phones.take(), phones.take()
    evening = example(page)
    watcher.goto(evening.links()[0])

    page.goto(f"{evening.path}close")
    page.locator("details summary").last.tap()
    page.locator("#chip").fill("0.10")
    page.locator("#currency").select_option("EUR")
    page.locator('form[action$="/close"] button').tap()
    page.wait_for_url("**/settling")
    assert payments(page) == PAYMENTS
    assert states(page) == ["open"] * 4
    expect(page.locator(".pot-stand b")).to_have_text("EUR\u00a03.30")

    # Whoever watches gets the plan without doing anything.
    expect(watcher.locator(".due")).to_have_count(4)
    page.locator(".due").nth(0).locator("button").tap()
    expect(page.locator(".due-state").nth(0)).to_contain_text("paid")
    page.locator(".due").nth(1).locator("a.button").tap()
    page.locator("#paid").fill("1.50")
    page.get_by_role("button", name="Part of it is paid").tap()
    page.wait_for_url("**/settling")
    assert states(page) == ["✓ paid", "1.50 paid, 0.60 open", "open", "open"]
    expect(page.locator(".pot-stand b")).to_have_text("EUR\u00a01.50")
    expect(watcher.locator(".due-state").nth(1)).to_have_text("1.50 paid, 0.60 open")

    page.locator('main a[href$="/files"]').tap()
    page.wait_for_url("**/files")
    files = downloaded(page, tmp_path)
    assert tuple(files) == FILES
    head, *deals = csv.reader(StringIO(files["deals.csv"].decode("utf-8-sig"), newline=""))
    assert {name: sum(int(deal[head.index(name)]) for deal in deals) for name in FIVE} == BALANCES
    for where in page.locator("a.card:not([download])").all():
        answer = page.context.request.get(where.get_attribute("href") or "")
        assert (answer.status, answer.body()[:5]) == (200, b"%PDF-")

    # The file is the evening: on another phone it is the same again.
    data = json.loads(files["evening.json"])
    assert [event["kind"] for event in data["events"]] == ["deal"] * 3 + ["close", "payment", "payment"]
    other = phones.take()
    other.goto("/import")
    other.locator("#file").set_input_files(next(tmp_path.glob("*.json")))
    other.locator("main form button.primary").tap()
    other.wait_for_url("**/e/*/")
    other.goto(f"{other.url}settling")
    assert payments(other) == PAYMENTS
    assert states(other) == ["✓ paid", "1.50 paid, 0.60 open", "open", "open"]
