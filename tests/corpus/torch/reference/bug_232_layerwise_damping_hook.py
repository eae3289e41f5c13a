import torch
import torch.nn as nn

torch.manual_seed(372)
trunk = nn.Linear(3, 4)
main_head = nn.Linear(4, 1)


def dampen(factor):
    def hook(grad):
        return grad * factor
    return hook


class TwoBranch(nn.Module):
    def __init__(self):
        super().__init__()
        self.aux = nn.Linear(3, 4)

    def forward(self, x):
        main = trunk(x)
        side = self.aux(x)
        if side.requires_grad:
            side.register_hook(dampen(0.1))
        return main_head(main + side)


branch = TwoBranch()
x, y = torch.randn(5, 3), torch.randn(5, 1)
loss = nn.functional.mse_loss(branch(x), y)
loss.backward()
print(trunk.weight.grad.norm(), branch.aux.weight.grad.norm())
