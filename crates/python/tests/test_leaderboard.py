"""Leaderboards: figures, pages, refusals, and what is left after Ctrl-C."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
import sanguis
from sanguis import leaderboard

ROOT = Path(__file__).resolve().parents[3]


class First:
    """A player of ours, as if it were yours."""

    def act(self, question: sanguis.Question, /) -> int:
        return question.codes[0] if question.waited_on else question.codes[-1]


def test_the_figures_are_those_of_compete() -> None:
    *_, board = leaderboard.meet("bloodlust", ["random", "greedy", "net"], players=2, games=9)
    assert [meeting.games for meeting in board.meetings] == [10, 10, 10]
    for first, second, games, wins in board.meetings:
        theirs = sanguis.compete("bloodlust", [first, second], players=2, deals=5, iterations=100)
        assert (games, wins) == (theirs[0].games, theirs[0].wins)
        assert board.against(second, first) == theirs[1].share
    assert board.rows[-1].player == "random" and board.rows[-1].games == 20
    assert board.against("random", "random") is None


def test_shares_have_wilsons_interval() -> None:
    low, high = sanguis.share(10, 100).low, sanguis.share(10, 100).high
    assert (round(low, 4), round(high, 4)) == (0.0552, 0.1744)
    assert sanguis.share(0, 0) == (0, 0, 1) and str(sanguis.share(5, 5)) == "100.0% (56.6% to 100.0%)"


def test_your_player_can_take_part() -> None:
    *_, board = leaderboard.meet("bloodlust", ["test_leaderboard:First", "random"], players=2, games=2)
    assert {row.player for row in board.rows} == {"test_leaderboard:First", "random"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["kings-blood", "--field", "net,greedy"], "no baseline for kings-blood with 4 seats. There are: blood-bound-8"),
        (["bloodlust", "--field", "greedy,net"], "no baseline for bloodlust with 4 seats"),
        (["bloodlust", "--field", "greedy,genius"], "there are: random, greedy, net"),
        (["bloodlust", "--field", "greedy"], "two players or more"),
        (["bloodlust", "--field", "greedy,greedy"], "each of them once"),
        (["bloodlust", "--field", "greedy,nowhere:Nobody"], "cannot be loaded"),
        (["bloodlust", "--field", "greedy,pathlib:Path"], "is not a player"),
        (["chess"], "there are: blood-bound"),
        (["bloodlust", "--games", "0"], "numbers from 1"),
        (["bloodlust", "--html", "nowhere/board.html"], "there is no folder nowhere"),
    ],
)
def test_refusals(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        leaderboard.main(arguments)
    assert caught.value.code == 2
    assert sentence in " ".join(capsys.readouterr().err.split())


def test_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {kind: tmp_path / f"board.{kind}" for kind in ("json", "html", "markdown")}
    arguments = [text for kind, file in files.items() for text in (f"--{kind}", str(file))]
    assert leaderboard.main(["bloodlust", "--players", "2", "--field", "greedy,random", "--games", "4", *arguments]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[1].split() == ["greedy", "100.0%", "51.0%", "to", "100.0%", "4", "games"]
    assert err.splitlines()[-1] == "4 of 4 games"
    told = json.loads(files["json"].read_text())
    assert [(one["player"], one["wins"]) for one in told["players"]] == [("greedy", 4), ("random", 0)]
    assert "| greedy | 4 | 100.0% | 51.0% to 100.0% |" in files["markdown"].read_text()
    page = files["html"].read_text()
    HTMLParser().feed(page)
    assert not re.search(r"https?:|src=|<link|<script", page) and "prefers-color-scheme: dark" in page
    # 0 % is at 150 and 100 % at 690.
    assert re.findall(r'<circle cx="([\d.]+)"', page) == ["690.0", "150.0"]
    assert "--field greedy,random" in page


def test_ctrl_c_keeps_what_was_played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    left = [3]
    play = leaderboard._deal

    def stopped(*what: object) -> str:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return play(*what)  # type: ignore[arg-type]

    monkeypatch.setattr(leaderboard, "_deal", stopped)
    arguments = ["bloodlust", "--players", "2", "--field", "greedy,random,easy", "--games", "20"]
    assert leaderboard.main(arguments) == 0
    out, err = capsys.readouterr()
    assert "Stopped" in err and out.count("4 games") == 3
    assert leaderboard.main(arguments) == 130


def test_the_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        leaderboard.main(["--help"])
    told = capsys.readouterr().out
    assert "bloodlust-2" in told and "module:Name" in told and "Ctrl-C" in told
