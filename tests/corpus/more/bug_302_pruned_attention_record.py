from dataclasses import dataclass

import torch
import torch.nn as nn


@dataclass
class AttentionRecord:
    weights: torch.Tensor
    context: torch.Tensor

    def prune(self, floor):
        self.weights *= (self.weights > floor)
        return self


def attend(q, k, v):
    weights = torch.softmax(q @ k.transpose(0, 1), dim=-1)
    return AttentionRecord(weights, weights @ v)


torch.manual_seed(11)
query = nn.Linear(3, 3, bias=False)
tokens = torch.randn(4, 3)
values = torch.randn(4, 2)

record = attend(query(tokens), tokens, values)
record.prune(0.2)
sparsity = record.weights.sum()
loss = record.context.pow(2).mean() + 0.1 * sparsity
loss.backward()
