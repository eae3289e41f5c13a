import torch
import torch.nn as nn
import torch.nn.functional as F


class AngularLoss(nn.Module):
    def __init__(self, dim, classes, s=4.0, m=0.2):
        super().__init__()
        self.fc = nn.Linear(dim, classes, bias=False)
        self.s, self.m = s, m

    def forward(self, x, labels):
        W = F.normalize(self.fc.weight, p=2, dim=1)
        wf = F.linear(F.normalize(x, p=2, dim=1), W)
        margin = self.m * F.one_hot(labels, wf.size(1))
        return F.cross_entropy(self.s * (wf - margin), labels)


torch.manual_seed(1538)
criterion = AngularLoss(3, 3)
x, labels = torch.randn(5, 3), torch.tensor([0, 2, 1, 1, 0])
loss = criterion(x, labels)
loss.backward()
