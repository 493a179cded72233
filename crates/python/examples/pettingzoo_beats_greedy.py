"""PettingZoo: a trained baseline takes a seat of an AEC environment and beats our bot greedy.

Each deal is played once from either seat.
"""

import argparse

import sanguis

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--game", default="bloodstones", help="a game with a baseline for two seats (bloodstones)")
parser.add_argument("--deals", type=int, default=20)
given = parser.parse_args()

table = sanguis.env(given.game, players=2)
baseline = sanguis.baselines.load(given.game, players=2)
won = 0.0
for deal in range(given.deals):
    for own in ("seat_1", "seat_2"):
        table.reset(seed=deal)
        players = {agent: sanguis.Bot(given.game, "greedy", seed=deal) for agent in table.agents}
        players[own] = baseline
        for agent in table.agent_iter():
            _, reward, terminated, truncated, _ = table.last()
            if terminated or truncated:
                won += (1 + reward) / 2 if agent == own else 0.0
                table.step(None)
            else:
                table.step(players[agent].act(table.question(agent)))

games = 2 * given.deals
print(f"{baseline.name} wins {sanguis.share(won, games)} of {games} games against greedy")
