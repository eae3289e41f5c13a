import torch
import torch.nn as nn


class SoftPrompt(nn.Module):
    def __init__(self, length, dim):
        super().__init__()
        self.prompt = nn.Parameter(torch.randn(length, dim) * 0.1)
        self.position = nn.Parameter(torch.randn(length, dim) * 0.1)
        self.scale = 2.0

    def forward(self, words):
        text = self.prompt
        text = text + self.scale * self.position
        return torch.cat([text, words], dim=0)


def score(sequence, probe):
    weights = torch.softmax(sequence @ probe, dim=0)
    return (weights[:, None] * sequence).sum(dim=0)


torch.manual_seed(2615)
tuner = SoftPrompt(2, 3)
words, probe = torch.randn(4, 3), torch.randn(3)
pooled = score(tuner(words), probe)
loss = pooled.pow(2).sum()
loss.backward()
