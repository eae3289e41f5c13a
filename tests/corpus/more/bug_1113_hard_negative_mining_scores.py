import torch
import torch.nn.functional as F

torch.manual_seed(1113)


def multibox_loss(scores, labels):
    conf_all = F.cross_entropy(scores, labels, reduction="none")
    positive = labels > 0
    conf_neg = conf_all.detach()
    conf_neg[positive] = 0.0
    hard = conf_neg.sort(descending=True).indices[:2]
    focal = (1 - torch.exp(-conf_all)).pow(2) * conf_all
    return focal[positive].sum() + focal[hard].sum()


scores = torch.randn(6, 3, requires_grad=True)
labels = torch.tensor([0, 2, 0, 1, 0, 0])
loss = multibox_loss(scores, labels)
loss.backward()
