import torch
import torch.nn as nn


class Refine(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(3, 4), nn.Linear(4, 1)
        self.relu, self.drop = nn.ReLU(), nn.Dropout(0.5)
        for m in self.modules():
            if isinstance(m, (nn.ReLU, nn.Dropout)):
                m.inplace = True

    def forward(self, x):
        h = self.relu(self.fc1(x))
        h = self.drop(h)
        return self.fc2(h)


torch.manual_seed(824)
net = Refine()
x = torch.randn(4, 3)
loss = net(x).pow(2).mean()
loss.backward()
