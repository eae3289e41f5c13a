import torch
import torch.nn as nn


class TwoHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(3, 4)
        self.heads = nn.ModuleDict({"click": nn.Linear(4, 1), "watch": nn.Linear(4, 1)})

    def forward(self, x):
        h = torch.tanh(self.trunk(x))
        return {name: head(h).squeeze(-1) for name, head in self.heads.items()}


torch.manual_seed(3203)
model = TwoHead()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(6, 3)
targets = {"click": (torch.rand(6) > 0.5).float(), "watch": torch.rand(6)}
out = model(x)
losses = {k: nn.functional.mse_loss(out[k], targets[k]) for k in out}
total = (losses["click"] + losses["watch"]).detach()

opt.zero_grad()
pending = list(losses.values())
while pending:
    pending.pop(0).backward(retain_graph=bool(pending))
opt.step()
