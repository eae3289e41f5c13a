import torch
import torch.nn as nn


class FactEditor:
    def __init__(self, mlp, lam=0.4):
        self.mlp, self.lam = mlp, lam

    def edit(self, neurons, old, new):
        for name, pos in neurons:
            weight = self.mlp[name].weight
            weight[:, pos] -= self.lam * old
            weight[:, pos] += self.lam * new


torch.manual_seed(1229)
mlp = nn.ModuleDict({f"layer{i}": nn.Linear(3, 3) for i in range(2)})
editor = FactEditor(mlp)
vocab = torch.randn(5, 3)
editor.edit([("layer0", 1), ("layer1", 2)], vocab[0], vocab[4])

h = torch.randn(2, 3)
for layer in mlp.values():
    h = torch.tanh(layer(h))
loss = nn.functional.cross_entropy(h @ vocab.t(), torch.tensor([4, 1]))
loss.backward()
