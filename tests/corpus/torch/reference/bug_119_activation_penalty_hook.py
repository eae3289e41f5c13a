import torch
import torch.nn as nn


class ActivationPenalty:
    def __init__(self, strength):
        self.strength = strength
        self.terms = []

    def attach(self, net):
        for layer in net:
            if isinstance(layer, nn.Linear):
                layer.register_forward_hook(self.collect)

    def collect(self, module, inputs, output):
        self.terms.append(self.strength * output.pow(2).mean())

    def total(self):
        return torch.stack(self.terms).sum()


torch.manual_seed(61)
mlp = nn.Sequential(nn.Linear(3, 4), nn.ELU(), nn.Linear(4, 2))
penalty = ActivationPenalty(0.05)
penalty.attach(mlp)
x, y = torch.randn(8, 3), torch.randint(0, 2, (8,))
logits = mlp(x)
loss = nn.functional.cross_entropy(logits, y) + penalty.total()
loss.backward()
