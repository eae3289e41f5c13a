import torch
import torch.nn as nn


class CRF(nn.Module):
    def __init__(self, n_tags):
        super().__init__()
        self.transitions = nn.Parameter(torch.randn(n_tags, n_tags))

    def partition(self, emissions):
        T, n = emissions.shape
        alpha = [emissions[0]]
        for t in range(1, T):
            scores = alpha[t - 1][:, None] + self.transitions + emissions[t][None, :]
            alpha.append(torch.logsumexp(scores, dim=0))
        return torch.logsumexp(alpha[-1], dim=0)


torch.manual_seed(67)
crf = CRF(3)
tagger = nn.Linear(4, 3)
words = torch.randn(5, 4)
tags = torch.tensor([0, 2, 1, 1, 0])
em = tagger(words)
gold = em[torch.arange(5), tags].sum() + crf.transitions[tags[:-1], tags[1:]].sum()
loss = crf.partition(em) - gold
loss.backward()
