import torch
import torch.nn as nn


class MaxNormConv(nn.Conv1d):
    def __init__(self, *args, max_norm=0.5, **kw):
        super().__init__(*args, **kw)
        self.max_norm = max_norm

    def forward(self, x):
        self.weight.data = torch.renorm(self.weight.data, p=2, dim=0, maxnorm=self.max_norm)
        return super().forward(x)


class EEGNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.spatial = MaxNormConv(2, 3, 2)
        self.head = nn.Linear(3, 2)

    def forward(self, x):
        return self.head(torch.nn.functional.elu(self.spatial(x)).mean(-1))


torch.manual_seed(13)
net = EEGNet()
x, y = torch.randn(4, 2, 5), torch.tensor([0, 1, 1, 0])
loss = nn.functional.cross_entropy(net(x), y)
loss.backward()
