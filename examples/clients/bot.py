"""A bot for matches: it fights where it can, and else takes any action.

    sandtable match 'engine:python3 examples/clients/bot.py' random

It is asked by lines of JSON and answers by lines of JSON: `hello` once, then `decide`, which
shows what its seat knows. See docs/engines.md.
"""

import json
import random
import sys

PREFERRED = ("fire", "charge", "attack", "shock")


def decide(request):
    notations = [action["notation"] for action in request["seen"]["actions"]]
    fights = [text for text in notations if text.startswith(PREFERRED)]
    # The same seed, the same decision: so that a match can be played again.
    return {"action": random.Random(request.get("seed")).choice(fights or notations)}


def answer(request):
    if request["do"] == "hello":
        about = {"protocol": "0.1", "program": "bot.py", "version": "1"}
        return {"ok": {**about, "capabilities": ["seen"]}}
    if request["do"] == "decide":
        return {"ok": decide(request)}
    return {"error": {"code": "unsupported", "message": f"this bot cannot {request['do']}"}}


for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], **answer(request)}), flush=True)
