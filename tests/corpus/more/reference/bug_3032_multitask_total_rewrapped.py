import torch
import torch.nn as nn
import torch.nn.functional as F


class MultiTask(nn.Module):
    def __init__(self):
        super().__init__()
        self.shared = nn.Linear(4, 3)
        self.heads = nn.ModuleDict({"depth": nn.Linear(3, 1), "seg": nn.Linear(3, 2)})

    def forward(self, x):
        z = torch.relu(self.shared(x))
        return {name: head(z) for name, head in self.heads.items()}


def total_loss(losses, weights):
    names = sorted(losses)
    values = torch.stack([losses[n] for n in names])
    w = torch.tensor([weights[n] for n in names])
    return (w * values).sum()


torch.manual_seed(3110)
model = MultiTask()
x = torch.randn(5, 4)
depth, seg = torch.randn(5, 1), torch.tensor([0, 1, 1, 0, 1])
pred = model(x)
losses = {"depth": F.l1_loss(pred["depth"], depth), "seg": F.cross_entropy(pred["seg"], seg)}
loss = total_loss(losses, {"depth": 0.5, "seg": 1.0})
loss.backward()
