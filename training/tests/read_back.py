"""Reads a run back with the real tools and prints what it found as JSON.

Usage: read_back.py EVENTS WEIGHTS
"""

import json
import sys

from safetensors import safe_open
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator


def events(folder):
    accumulator = EventAccumulator(folder, size_guidance={"scalars": 0, "histograms": 0})
    accumulator.Reload()
    tags = accumulator.Tags()
    scalars = {tag: [[e.step, e.value] for e in accumulator.Scalars(tag)] for tag in tags["scalars"]}
    histograms = {
        tag: [[e.step, e.histogram_value.num] for e in accumulator.Histograms(tag)]
        for tag in tags["histograms"]
    }
    return {"scalars": scalars, "histograms": histograms}


def weights(path):
    with safe_open(path, framework="np") as file:
        about = json.loads(file.metadata()["sandtable"])
        tensors = {name: file.get_tensor(name) for name in file.keys()}
    return {
        "about": about,
        "tensors": {
            name: {"shape": list(tensor.shape), "kind": str(tensor.dtype), "sum": float(tensor.astype("f8").sum())}
            for name, tensor in tensors.items()
        },
    }


if __name__ == "__main__":
    print(json.dumps({"events": events(sys.argv[1]), "weights": weights(sys.argv[2])}))
