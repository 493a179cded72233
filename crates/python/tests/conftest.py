"""What several tests use."""

from __future__ import annotations

import sanguis

GAMES = [game.id for game in sanguis.games()]

#: Every game at its smallest and its largest table.
TABLES = [(game.id, players) for game in sanguis.games() for players in (game.min_players, game.max_players)]
