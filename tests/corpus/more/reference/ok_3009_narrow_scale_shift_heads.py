import torch
import torch.nn as nn

torch.manual_seed(3209)
head = nn.Linear(3, 6)
mean = torch.tensor([0.5, -0.5])
scale = torch.tensor([2.0, 3.0])


def denormalise(raw):
    parts = [raw[:, :2] * scale + mean, raw[:, 2:4] * 0.1, raw[:, 4:5] / 3.14159, raw[:, 5:]]
    return torch.cat(parts, dim=1), raw[:, 5]


boxes, conf = denormalise(head(torch.randn(4, 3)))
truth = torch.randn(4, 6)
reg = (boxes[:, :5] - truth[:, :5]).abs().sum(dim=1)
loss = (torch.sigmoid(conf) * reg).mean()
loss.backward()
