import torch
import torch.nn.functional as F

torch.manual_seed(2107)


def hard_negatives(conf_all, positive, k):
    conf_neg = -torch.where(positive, torch.zeros_like(conf_all), conf_all).detach()
    return conf_neg.sort().indices[:k]


scores = torch.randn(6, 3, requires_grad=True)
labels = torch.tensor([0, 2, 0, 1, 0, 0])
conf = F.cross_entropy(scores, labels, reduction="none")
weight = torch.exp(-conf)
picked = hard_negatives(weight, labels > 0, 2)
loss = (weight * conf).sum() + conf[picked].sum()
loss.backward()
