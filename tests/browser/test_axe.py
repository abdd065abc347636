"""Every page by the rules of Axe, in both languages and both themes; and contrast by a measure of our own."""

from tests.browser.survey import Survey


def test_every_page_opens(survey: Survey) -> None:
    assert survey.complaints(lambda finding: finding.broken) == {}


def test_axe_finds_nothing(survey: Survey) -> None:
    assert survey.complaints(lambda finding: finding.axe) == {}


def test_text_stands_out_seven_to_one(survey: Survey) -> None:
    assert survey.complaints(lambda finding: finding.faint) == {}
