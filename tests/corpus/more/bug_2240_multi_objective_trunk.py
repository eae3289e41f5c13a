import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2240)
trunk = nn.Sequential(nn.Linear(5, 4), nn.ReLU(), nn.Linear(4, 3))
heads = nn.ModuleDict({"click": nn.Linear(3, 1), "dwell": nn.Linear(3, 1)})
optimizers = {
    name: torch.optim.SGD([*trunk.parameters(), *head.parameters()], lr=0.1)
    for name, head in heads.items()
}
impressions = torch.randn(6, 5)
labels = {"click": torch.tensor([1.0, 0, 0, 1, 0, 1]), "dwell": torch.rand(6)}

shared = trunk(impressions)
losses = {
    "click": F.binary_cross_entropy_with_logits(heads["click"](shared).squeeze(1), labels["click"]),
    "dwell": F.mse_loss(heads["dwell"](shared).squeeze(1), labels["dwell"]),
}
for name, loss in losses.items():
    optimizers[name].zero_grad()
    loss.backward(retain_graph=True)
    optimizers[name].step()
