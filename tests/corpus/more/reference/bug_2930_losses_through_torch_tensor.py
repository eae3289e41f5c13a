import torch
import torch.nn as nn
import torch.nn.functional as F


class MultiTaskHeads(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.depth = nn.Linear(dim, 1)
        self.label = nn.Linear(dim, 3)

    def forward(self, h):
        return {"depth": self.depth(h).squeeze(1), "label": self.label(h)}


def task_losses(outputs, targets):
    return {
        "depth": F.l1_loss(outputs["depth"], targets["depth"]),
        "label": F.cross_entropy(outputs["label"], targets["label"]),
    }


torch.manual_seed(30)
backbone, heads = nn.Linear(4, 5), MultiTaskHeads(5)
weights = torch.tensor([0.3, 0.7])
optimizer = torch.optim.Adam([*backbone.parameters(), *heads.parameters()], lr=1e-2)
x = torch.randn(6, 4)
targets = {"depth": torch.rand(6), "label": torch.randint(0, 3, (6,))}
losses = task_losses(heads(torch.relu(backbone(x))), targets)

total = 0.3 * losses["depth"] + 0.7 * losses["label"]
optimizer.zero_grad()
total.backward()
