import torch
import torch.nn as nn


class MixerBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc1 = nn.Linear(dim, 2 * dim)
        self.fc2 = nn.Linear(2 * dim, dim)

    def forward(self, x):
        residual = x
        x -= x.mean(dim=-1, keepdim=True)
        x = self.fc2(torch.tanh(self.fc1(x)))
        return residual + x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.patch = nn.Linear(3, 4)
        self.blocks = nn.ModuleList(MixerBlock(4) for _ in range(2))
        self.head = nn.Linear(4, 2)

    def forward(self, img):
        x = self.patch(img)
        for block in self.blocks:
            x = block(x)
        return self.head(x.mean(dim=1))


torch.manual_seed(1)
net = Net()
images, labels = torch.randn(2, 5, 3), torch.tensor([0, 1])
loss = nn.functional.cross_entropy(net(images), labels)
loss.backward()
