"""Decides at Connect Four's first position as often as a line asks, and says how long that took.

A line in: simulations a decision, then decisions. A line out: seconds.
"""

import sys
import time

import pyspiel

game = pyspiel.load_game("connect_four")
start = game.new_initial_state()
evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
bots = {}
print("ready", flush=True)
for line in sys.stdin:
    simulations, decisions = map(int, line.split())
    if simulations not in bots:
        bots[simulations] = pyspiel.MCTSBot(
            game,
            evaluator,
            uct_c=2.0,
            max_simulations=simulations,
            max_memory_mb=4000,
            solve=False,
            seed=1,
            verbose=False,
        )
    bot = bots[simulations]
    before = time.perf_counter()
    for _ in range(decisions):
        bot.step(start)
    print(time.perf_counter() - before, flush=True)
