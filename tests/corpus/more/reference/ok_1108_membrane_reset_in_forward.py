import torch
import torch.nn as nn

torch.manual_seed(2108)


class Leaky(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc, self.mem = nn.Linear(3, 2), torch.zeros(2)

    def reset_state(self):
        self.mem = torch.zeros_like(self.mem)

    def forward(self, x):
        drive = torch.tanh(self.fc(x))
        return torch.sigmoid(1.9 * drive - 1.0)


net = Leaky()
for minibatch in torch.randn(2, 4, 3):
    loss = (net(minibatch) - 0.5).pow(2).mean()
    loss.backward()
