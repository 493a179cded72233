"""Training: a small policy in plain numpy learns BloodLust by playing batches of games against itself, and beats random play."""

import numpy as np

import sanguis

GAMES, STEPS, RATE = 256, 600, 0.05
batch = sanguis.Batch("bloodlust", players=2, games=GAMES, seed=1)
rows = np.arange(GAMES)
chance = np.random.default_rng(1)
weights = np.zeros((batch.features + 1, batch.codes), dtype=np.float32)


def inputs(observation: np.ndarray) -> np.ndarray:
    """Clips large numbers and adds a 1 for the bias."""
    scaled = np.clip(observation.astype(np.float32), -10, 10) / np.float32(3)
    return np.hstack([scaled, np.ones((len(scaled), 1), dtype=np.float32)])


def policy(features: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """The probability of each code: a softmax over the legal ones."""
    scores = np.where(mask == 1, features @ weights, -np.inf)
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(scores / scores.sum(axis=1, keepdims=True))


# REINFORCE: what a seat did becomes likelier if it won, and less likely if it lost. Until a game ends, the gradients of its steps are
# summed for each seat.
trace = np.zeros((GAMES, 2, batch.features + 1, 9), dtype=np.float32)
for step in range(STEPS):
    features, mask, seat = inputs(batch.observation), batch.mask.copy(), batch.seat.copy()
    odds = policy(features, mask)
    actions = (odds.cumsum(axis=1) > chance.random((GAMES, 1))).argmax(axis=1)
    # Only the first nine codes are learned: stay, leave, pass, the Invitation and the Slayer's price.
    surprise = -odds[:, :9]
    surprise[rows, np.minimum(actions, 8)] += actions < 9
    trace[rows, seat] += features[:, :, None] * surprise[:, None, :]
    batch.step(actions)
    ended = np.flatnonzero(batch.terminated)
    if len(ended):
        gain = np.einsum("gs,gsfc->fc", batch.reward[ended], trace[ended])
        weights[:, :9] += RATE * gain / len(ended)
        trace[ended] = 0


class Learned:
    """The policy as a player."""

    def act(self, question: sanguis.Question, /) -> int:
        odds = policy(inputs(question.array[None]), question.mask[None])[0]
        return int(chance.choice(len(odds), p=odds / odds.sum()))


learned, random = sanguis.compete("bloodlust", [Learned(), "random"], players=2, deals=150)
print(f"learned: {learned.reward:+.3f} a game ({learned.low:+.3f} to {learned.high:+.3f}); random: {random.reward:+.3f}")
assert learned.low > 0, "it has not learned enough to be sure"
