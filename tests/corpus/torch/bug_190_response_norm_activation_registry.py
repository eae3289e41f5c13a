import torch
import torch.nn as nn

ACTIVATIONS = {
    "relu": lambda: nn.ReLU(),
    "leaky": lambda: nn.LeakyReLU(0.1, inplace=True),
    "elu": lambda: nn.ELU(),
}


class ResponseNormNet(nn.Module):
    def __init__(self, act):
        super().__init__()
        self.stem = nn.Conv2d(1, 2, 2)
        self.act = ACTIVATIONS[act]()
        self.gamma = nn.Parameter(torch.ones(1, 2, 1, 1))
        self.fc = nn.Linear(2, 3)

    def forward(self, img):
        h = self.stem(img)
        energy = h.square().sum(dim=(2, 3), keepdim=True)
        h = self.act(h)
        h = self.gamma * h / (1.0 + energy)
        return self.fc(h.mean(dim=(2, 3)))


torch.manual_seed(313)
net = ResponseNormNet("leaky")
digits = torch.rand(4, 1, 3, 3)
target = torch.tensor([0, 1, 2, 1])
loss = nn.functional.cross_entropy(net(digits), target)
loss.backward()
