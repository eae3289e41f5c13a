import torch
import torch.nn as nn


class ProgressWeights(nn.Module):
    def __init__(self, tasks, temperature=2.0):
        super().__init__()
        self.temperature = temperature
        self.register_buffer("weights", torch.ones(tasks))
        self.register_buffer("previous", torch.ones(tasks))

    def forward(self, losses):
        losses = torch.stack(losses)
        total = (self.weights * losses).sum()
        with torch.no_grad():
            ratio = losses / self.previous
            self.weights.copy_(len(losses) * torch.softmax(ratio / self.temperature, dim=0))
            self.previous.copy_(losses)
        return total


torch.manual_seed(620)
trunk = nn.Linear(3, 2)
depth, normals = nn.Linear(2, 1), nn.Linear(2, 3)
balance = ProgressWeights(2)
x = torch.randn(5, 3)
h = torch.relu(trunk(x))
loss = balance([depth(h).pow(2).mean(), (normals(h) - x).abs().mean()])
loss.backward()
