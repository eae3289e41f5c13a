import torch
import torch.nn as nn


class Field(nn.Module):
    def __init__(self, code_dim=2, width=4):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3 + code_dim, width), nn.SiLU(), nn.Linear(width, 1))

    def forward(self, points, code):
        return self.body(torch.cat([points, code], dim=-1))


torch.manual_seed(3124)
field = Field()
codes = {name: (0.1 * torch.randn(2)).requires_grad_() for name in ("fern", "lego")}
points = torch.rand(4, 3)
target = torch.rand(4, 1)

conditioning = {name: code.tanh().expand(4, -1) for name, code in codes.items()}
for code in codes.values():
    code.requires_grad_(True)
opt = torch.optim.SGD([{"params": list(codes.values()), "lr": 1.0}, {"params": field.parameters(), "lr": 0.1}])

loss = (field(points, conditioning["fern"]) - target).square().mean()
loss.backward()
opt.step()
