import torch
import torch.nn as nn
import torch.nn.functional as F


class LossBalancer(nn.Module):
    def __init__(self, names):
        super().__init__()
        self.names = list(names)
        self.log_var = nn.Parameter(torch.zeros(len(self.names)))

    def forward(self, losses):
        weights = torch.exp(-self.log_var).tolist()
        total = 0.0
        for w, name in zip(weights, self.names):
            total = total + w * losses[name]
        return total


torch.manual_seed(533)
trunk = nn.Linear(4, 3)
balancer = LossBalancer(["depth", "normal"])
opt = torch.optim.AdamW([*trunk.parameters(), *balancer.parameters()], lr=1e-3)
out = trunk(torch.randn(5, 4))
loss = balancer({"depth": out[:, 0].pow(2).mean(), "normal": F.smooth_l1_loss(out[:, 1:], torch.zeros(5, 2))})
opt.zero_grad()
loss.backward()
opt.step()
