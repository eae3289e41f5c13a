import torch
import torch.nn as nn

torch.manual_seed(3209)
head = nn.Linear(3, 6)
mean = torch.tensor([0.5, -0.5])
scale = torch.tensor([2.0, 3.0])


def denormalise(raw):
    xy = raw.narrow(1, 0, 2)
    xy.mul_(scale)
    xy.add_(mean)
    raw[:, 2:4].mul_(0.1)
    angle, conf = raw[:, 4], raw[:, 5]
    angle.div_(3.14159)
    return raw, conf


boxes, conf = denormalise(head(torch.randn(4, 3)))
truth = torch.randn(4, 6)
reg = (boxes[:, :5] - truth[:, :5]).abs().sum(dim=1)
loss = (torch.sigmoid(conf) * reg).mean()
loss.backward()
