import torch
import torch.nn as nn


class CVNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(3, 6)
        self.act = nn.ReLU(inplace=True)
        self.drop = nn.Dropout(0.4)
        self.fc2 = nn.Linear(6, 1)

    def forward(self, descriptors):
        h = self.act(self.fc1(descriptors))
        h = self.drop(h)
        return self.fc2(h)


torch.manual_seed(1423)
cv_net = CVNet()
state_a, state_b = torch.randn(4, 3), torch.randn(4, 3) + 1
za, zb = cv_net(state_a), cv_net(state_b)
loss = (za.mean() + 7).pow(2) + (zb.mean() - 7).pow(2)
loss.backward()
