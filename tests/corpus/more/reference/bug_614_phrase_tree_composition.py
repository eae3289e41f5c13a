import torch
import torch.nn as nn

torch.manual_seed(614)
leaves = nn.Embedding(5, 3)
mix = nn.Linear(3, 3)
merges = [(0, 1, 4), (2, 3, 5), (4, 5, 6)]


def compose(words):
    nodes = list(leaves(words)) + [None] * 3
    for left, right, parent in merges:
        joint = nodes[left] * nodes[right]
        nodes[parent] = torch.tanh(mix(joint) + nodes[left])
    return torch.stack(nodes)


words = torch.tensor([3, 1, 4, 0])
nodes = compose(words)
root = nodes[6]
loss = root.pow(2).sum() + 0.1 * nodes[4:6].abs().sum()
loss.backward()
