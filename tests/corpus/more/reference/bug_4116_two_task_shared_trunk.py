import torch
import torch.nn.functional as F
from torch import nn, optim

torch.manual_seed(316)
trunk = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 4))
heads = nn.ModuleDict({"depth": nn.Linear(4, 1), "label": nn.Linear(4, 3)})
opts = {
    name: optim.SGD([*trunk.parameters(), *head.parameters()], lr=0.1)
    for name, head in heads.items()
}
batch = {"x": torch.randn(6, 3), "depth": torch.rand(6, 1), "label": torch.randint(0, 3, (6,))}


def objectives(features):
    return {
        "depth": F.l1_loss(heads["depth"](features), batch["depth"]),
        "label": F.cross_entropy(heads["label"](features), batch["label"]),
    }


losses = objectives(trunk(batch["x"]))
losses["label"].backward()
