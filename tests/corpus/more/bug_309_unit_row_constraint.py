import torch
import torch.nn as nn


class UnitRows:
    """Constraint applied to selected weights after every update."""

    def __init__(self, *names):
        self.names = names

    def __call__(self, model):
        for name, p in model.named_parameters():
            if name in self.names:
                p.div_(p.norm(dim=1, keepdim=True))


class Unmixer(nn.Module):
    def __init__(self):
        super().__init__()
        self.mix = nn.Linear(3, 2, bias=False)

    def forward(self, x):
        return self.mix(x)


torch.manual_seed(13)
model = Unmixer()
constraint = UnitRows("mix.weight")
opt = torch.optim.SGD(model.parameters(), lr=0.05)
x = torch.randn(8, 3)

for _ in range(2):
    opt.zero_grad()
    loss = -torch.log(torch.cosh(model(x))).mean()
    loss.backward()
    opt.step()
    constraint(model)
