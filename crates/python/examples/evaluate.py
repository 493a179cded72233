"""Evaluating: your own player against our search bot, deal by deal and seat by seat."""

import sanguis


class Cautious:
    """Leaves the hunt as soon as there is something to bring home."""

    def act(self, question: sanguis.Question, /) -> int:
        names = {choice.label: choice.code for choice in question.choices}
        hunters = question.observation["hunters"]
        own = next(hunter for hunter in hunters if hunter["seat"] == question.seat + 1)
        for label, code in names.items():
            if label.startswith("Leave") and own["bloodline"] >= 4:
                return code
            if label.startswith("Stay") and own["bloodline"] < 4:
                return code
        return question.codes[-1] if not question.waited_on else question.codes[0]


for standing in sanguis.compete("bloodlust", [Cautious(), "search"], players=2, deals=15, iterations=100):
    print(f"{standing.player}: {standing.wins:.1f} of {standing.games} games, reward {standing.reward:+.2f}")
