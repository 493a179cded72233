"""OpenSpiel: a trained baseline plays in `pyspiel.evaluate_bots` and beats our bot greedy.

Each deal is played once from either seat.
"""

import argparse

import pyspiel

import sanguis
from sanguis.open_spiel import PlayerBot

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--game", default="bloodstones", help="a game with a baseline for two seats (bloodstones)")
parser.add_argument("--deals", type=int, default=20)
given = parser.parse_args()

baseline = sanguis.baselines.load(given.game, players=2)
won = 0.0
for deal in range(given.deals):
    game = pyspiel.load_game(f"sanguis_{given.game.replace('-', '_')}", {"players": 2, "seed": deal})
    for own in (0, 1):
        bots = [PlayerBot("greedy", 0, seed=deal), PlayerBot("greedy", 1, seed=deal)]
        bots[own] = PlayerBot(baseline, own)
        returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, deal)
        won += (1 + returns[own]) / 2

games = 2 * given.deals
print(f"{baseline.name} wins {sanguis.share(won, games)} of {games} games against greedy")
