"""Random play: a whole game of Blood Bound, one seat at a time."""

import numpy as np

import sanguis

table = sanguis.env("blood-bound", players=8)
table.reset(seed=7)
chance = np.random.default_rng(7)

for agent in table.agent_iter():
    observation, reward, terminated, truncated, info = table.last()
    if terminated or truncated:
        print(f"{agent}: {reward:+.2f}")
        table.step(None)
    else:
        legal = np.flatnonzero(observation["action_mask"])
        table.step(chance.choice(legal))

for sentence in table.match.story()[-4:]:
    print(sentence)
