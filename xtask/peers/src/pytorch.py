"""Judges a batch of positions with the network of a weight file, or learns from it, as
often as a line asks, on one thread, and says how long that took.

Arguments: the weight file, a file of inputs with what the network should answer, and
`judge` or `learn`. A line in: positions a batch, then batches. A line out: seconds.
"""

import json
import sys
import time

import torch
from safetensors import safe_open
from torch.nn.functional import relu, scaled_dot_product_attention

learns = sys.argv[3] == "learn"
torch.set_num_threads(1)


def read(path):
    with safe_open(path, framework="pt") as file:
        about = json.loads(file.metadata()["sandtable"])["about"]
        return about, {name: file.get_tensor(name).float() for name in file.keys()}


class Network(torch.nn.Module):
    """Weights are [inputs, outputs], so that a layer is `x @ weight + bias`."""

    def __init__(self, about, tensors):
        super().__init__()
        self.shape = about["shape"]
        self.tensors = tensors

    def weight(self, name, x):
        return x @ self.tensors[name + ".weight"]

    def linear(self, name, x):
        weight, bias = self.tensors[name + ".weight"], self.tensors[name + ".bias"]
        return torch.addmm(bias, x.flatten(0, -2), weight).unflatten(0, x.shape[:-1])

    def norm(self, name, x):
        return torch.nn.functional.rms_norm(x, x.shape[-1:], self.tensors[name], 1e-5)

    def block(self, name, tokens, relations):
        batch, units, width = tokens.shape
        heads = self.shape["heads"]
        x = self.weight(name + "attention.input", self.norm(name + "attention.norm", tokens))
        q, k, v = x.view(batch, units, 3, heads, width // heads).permute(2, 0, 3, 1, 4)
        bias = self.tensors[name + "attention.relations"][:, relations].transpose(0, 1)
        x = scaled_dot_product_attention(q, k, v, attn_mask=bias)
        x = x.transpose(1, 2).reshape(batch, units, width)
        tokens = tokens + self.linear(name + "attention.output", x)
        x = relu(self.linear(name + "forward.hidden", self.norm(name + "forward.norm", tokens)))
        return tokens + self.linear(name + "forward.output", x)

    def forward(self, units, relations, places, globals, actions, unit, target, place):
        tokens = self.linear("units", units) + self.weight("globals", globals)[:, None]
        for block in range(self.shape["blocks"]):
            tokens = self.block(f"blocks.{block}.", tokens, relations)
        tokens = self.norm("norm", tokens)
        battle = relu(self.weight("context.units", tokens.mean(1)) + self.linear("context.globals", globals))
        values = self.linear("value.output", relu(self.linear("value.hidden", battle)))
        survival = self.linear("survival", tokens)[..., 0].sigmoid()

        def at(rows, index):
            # A row of zeros behind the last stands for what is not there.
            rows = torch.cat([rows, rows.new_zeros(rows.shape[0], 1, rows.shape[2])], 1)
            return rows.flatten(0, 1)[index]

        places = relu(self.linear("policy.place.hidden", places))
        x = (
            self.linear("policy.action", actions)
            + at(self.weight("policy.unit", tokens), unit)
            + at(self.weight("policy.target", tokens), target)
            + at(self.weight("policy.place.output", places), place)
            + self.weight("policy.context", battle)[:, None]
        )
        logits = self.weight("policy.output", relu(self.linear("policy.hidden", relu(x))))[..., 0]
        return logits, values[:, :3].softmax(1), values[:, 3].tanh(), survival


about, tensors = read(sys.argv[1])
network = Network(about, tensors).eval()
sizes, data = read(sys.argv[2])
count, units, places, actions = (sizes[name] for name in ("positions", "units", "places", "actions"))


def inputs(batch):
    """The first positions, with indices into rows of all of them."""

    def index(name, rows):
        first = torch.arange(batch)[:, None] * (rows + 1)
        there = data[name].view(count, actions)[:batch].long()
        return first + torch.where(there < 0, rows, there)

    return (
        data["units"].view(count, units, -1)[:batch],
        data["relations"].view(count, units, units)[:batch].long(),
        data["places"].view(count, places, -1)[:batch],
        data["globals"].view(count, -1)[:batch],
        data["actions"].view(count, actions, -1)[:batch],
        index("unit", units),
        index("target", units),
        index("place", places),
    )


def learn(given, times):
    """Steps of AdamW towards even chances: the same losses and the same clipping as ours."""
    names = torch.nn.ParameterList(tensors.values())
    optimiser = torch.optim.AdamW(names, lr=1e-3, weight_decay=0.01)
    network.tensors = dict(zip(tensors, names))
    for _ in range(times):
        logits, outcome, margin, survival = network(*given)
        policy = -logits.log_softmax(1).mean(1).mean()
        values = -(outcome + 1e-9).log().mean(1).mean()
        fate = torch.nn.functional.binary_cross_entropy(survival, torch.full_like(survival, 0.5))
        loss = policy + values + 0.5 * margin.square().mean() + 0.5 * fate
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(names, 1.0)
        optimiser.step()


with torch.inference_mode():
    answers = network(*inputs(count))
    for name, answer in zip(("logits", "outcome", "margin", "survival"), answers):
        apart = (answer.flatten() - data["answer." + name].flatten()).abs().max().item()
        if not apart < 1e-3:
            sys.exit(f"not the same network: {name} differs by {apart}")
print("ready", flush=True)
for line in sys.stdin:
    batch, batches = map(int, line.split())
    given = inputs(batch)
    before = time.perf_counter()
    if learns:
        learn(given, batches)
    else:
        with torch.inference_mode():
            for _ in range(batches):
                network(*given)
    print(time.perf_counter() - before, flush=True)
