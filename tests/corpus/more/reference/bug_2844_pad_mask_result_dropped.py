import torch
import torch.nn as nn

torch.manual_seed(544)
scorer = nn.Linear(3, 1)
docs = torch.randn(2, 4, 3)
lengths = torch.tensor([4, 2])
clicked = torch.tensor([1, 0])


def rank_logits(docs, lengths):
    logits = scorer(docs).squeeze(-1)
    pad = torch.arange(docs.size(1)) >= lengths[:, None]
    logits = logits.masked_fill(pad, -1e9)
    return logits


loss = nn.functional.cross_entropy(rank_logits(docs, lengths), clicked)
loss.backward()
