"""Fights a whole battle against the engine over a pipe. Python's standard library is enough.

    python3 examples/clients/battle.py sandtable engine
    python3 examples/clients/battle.py --scenario pig sandtable engine
"""

import argparse
import hashlib
import json
import random
import subprocess
import sys


class Engine:
    """An engine: a request is a line, an answer is a line with the same id, anything else is an event."""

    def __init__(self, command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8")
        self.asked, self.events = 0, []

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"the engine ended: {self.process.wait()}")
        return json.loads(line)

    def ask(self, do, **fields):
        self.asked += 1
        self.process.stdin.write(json.dumps({"id": self.asked, "do": do, **fields}) + "\n")
        self.process.stdin.flush()
        while True:
            message = self.read()
            if "event" in message:
                self.events.append(message)
            elif message["id"] == self.asked:
                if "error" in message:
                    sys.exit(f"{do}: {message['error']['code']}: {message['error']['message']}")
                return message["ok"]

    def event(self):
        return self.events.pop(0) if self.events else self.read()

    def close(self):
        self.process.stdin.close()
        return self.process.wait(timeout=30)


def tell(situation):
    for entry in situation["log"]:
        print(f"  turn {entry['turn']}: {entry['text']}")


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--scenario", default="supply-column")
    options.add_argument("--opponent", default="drill")
    options.add_argument("command", nargs=argparse.REMAINDER)
    options = options.parse_args()
    engine = Engine(options.command or ["sandtable", "engine"])
    welcome = engine.ask("hello", protocol="0.1", client="battle.py")
    print(f"{welcome['program']} {welcome['version']}, protocol {welcome['protocol']}")

    chance = random.Random(1)
    seats = {"first": "client", "second": options.opponent}
    # The engine has bound itself to its part of the dice before it hears our number.
    promised = engine.ask("commit")["commitment"]
    number = f"{chance.getrandbits(128):032x}"
    begun = engine.ask("new_game", scenario=options.scenario, seats=seats, number=number, commitment=promised)
    seat = {"game": begun["game"], "token": begun["tokens"]["first"]}
    situation = begun["situation"]
    tell(situation)
    while situation["node"] != "over":
        if situation["decision"] is None:
            message = engine.event()
            if message["event"] != "situation":
                continue
            situation = message
        else:
            # A player would think here.
            action = chance.choice(situation["actions"])
            situation = engine.ask("act", **seat, decision=situation["decision"], action=action["index"])
        tell(situation)

    print(situation["board"])
    print(situation["verdict"]["words"])
    secret = situation["secret"]["server"]
    if hashlib.sha256(bytes.fromhex(secret)).hexdigest() != promised:
        sys.exit("the dice are not those that were promised")
    print("The dice are those that were promised.")
    return engine.close()


if __name__ == "__main__":
    sys.exit(main())
