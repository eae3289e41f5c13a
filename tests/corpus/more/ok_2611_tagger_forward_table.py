import torch
import torch.nn as nn


class CRF(nn.Module):
    def __init__(self, tags):
        super().__init__()
        self.transitions = nn.Parameter(torch.randn(tags, tags))

    def partition(self, emissions):
        steps, tags = emissions.shape
        alpha = torch.zeros(steps, tags)
        alpha[0] = emissions[0]
        for t in range(1, steps):
            paths = alpha[t - 1][:, None] + self.transitions
            alpha[t] = emissions[t] + torch.logsumexp(paths, dim=0)
        return torch.logsumexp(alpha[-1], dim=0)

    def score(self, emissions, tags):
        steps = torch.arange(len(tags))
        return emissions[steps, tags].sum() + self.transitions[tags[:-1], tags[1:]].sum()


torch.manual_seed(261)
crf = CRF(3)
emissions, tags = torch.randn(4, 3), torch.tensor([0, 2, 1, 1])
loss = crf.partition(emissions) - crf.score(emissions, tags)
loss.backward()
