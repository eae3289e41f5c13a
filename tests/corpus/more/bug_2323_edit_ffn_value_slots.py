import torch
import torch.nn as nn

torch.manual_seed(1123)
layers = nn.ModuleDict({"in": nn.Linear(3, 4), "out": nn.Linear(4, 3)})
vocab = torch.randn(6, 3)


def forward(h):
    return h + layers["out"](torch.relu(layers["in"](h)))


def edit_fact(neurons, old_token, new_token, scale=0.5):
    for pos in neurons:
        layers["out"].weight[:, pos] -= vocab[old_token] * scale
        layers["out"].weight[:, pos] += vocab[new_token] * scale


edit_fact([0, 2], old_token=4, new_token=1)
hidden = forward(torch.randn(5, 3))
logits = hidden @ vocab.T
loss = nn.functional.cross_entropy(logits, torch.tensor([1, 1, 0, 3, 1]))
loss.backward()
