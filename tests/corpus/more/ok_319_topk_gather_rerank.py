import torch
import torch.nn as nn

torch.manual_seed(17)
scorer = nn.Linear(3, 1)
documents = torch.randn(2, 5, 3)
relevance = torch.rand(2, 5)


def rerank(scores, k):
    order = scores.detach().argsort(dim=1, descending=True)[:, :k]
    return scores.gather(1, order), order


def listwise_loss(scores, gains):
    return -(gains.softmax(1) * scores.log_softmax(1)).sum(1).mean()


scores = scorer(documents).squeeze(-1)
top, order = rerank(scores, k=3)
loss = listwise_loss(top, relevance.gather(1, order))
loss.backward()
