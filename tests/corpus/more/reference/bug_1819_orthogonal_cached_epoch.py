import torch
import torch.nn as nn
from torch.nn.utils import parametrize


class Orthogonal(nn.Module):
    def forward(self, raw):
        skew = raw.triu(1)
        return torch.linalg.matrix_exp(skew - skew.T)


torch.manual_seed(1819)
mixer = nn.Linear(3, 3, bias=False)
parametrize.register_parametrization(mixer, "weight", Orthogonal())
raw = mixer.parametrizations.weight.original
batches = [(torch.randn(4, 3), torch.randn(4, 3)) for _ in range(2)]


def run_epoch():
    for signal, target in batches:
        with parametrize.cached():
            loss = (mixer(signal) - target).pow(2).mean()
            loss.backward()


run_epoch()
