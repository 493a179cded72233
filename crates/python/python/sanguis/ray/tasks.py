"""Games as Ray tasks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import ray

#: How often the games of a dead worker are given to another one.
RETRIES = 10

Told = TypeVar("Told")


def played(
    play: Callable[..., Told], shared: tuple[Any, ...], wanted: int, chunk: int | None
) -> Iterator[tuple[range, Told]]:
    """Plays the games ``0`` to ``wanted - 1``, a chunk per task, and yields what ``play(*shared, numbers)`` returns for each chunk.

    Chunks come in the order in which they are done, each once. Starts a local Ray if none is running. Ctrl-C ends it early.
    """
    if not ray.is_initialized():
        ray.init(include_dashboard=False, log_to_driver=False)
    cores = int(ray.cluster_resources().get("CPU", 1))
    size = chunk or max(1, min(64, wanted // (8 * cores)))
    task = ray.remote(max_retries=RETRIES)(play)
    chunks = [range(first, min(first + size, wanted)) for first in range(0, wanted, size)]
    waiting = {task.remote(*shared, list(numbers)): numbers for numbers in chunks}
    count = 0
    try:
        while waiting:
            for done in ray.wait(list(waiting))[0]:
                told = ray.get(done)
                numbers = waiting.pop(done)
                count += len(numbers)
                _progress(count, wanted)
                yield numbers, told
    except KeyboardInterrupt:
        print(f"Stopped after {count} of {wanted} games.", file=sys.stderr)
    finally:
        for reference in waiting:
            ray.cancel(reference, force=True)


def _progress(count: int, wanted: int) -> None:
    if sys.stderr.isatty():
        end = "\r\033[K" if count == wanted else ""
        print(f"\r\033[K{count}/{wanted} games", end=end, file=sys.stderr, flush=True)
