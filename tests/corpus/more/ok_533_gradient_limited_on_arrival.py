import torch
import torch.nn as nn

torch.manual_seed(72)
net = nn.Sequential(nn.Linear(2, 3), nn.Softsign(), nn.Linear(3, 1))


def limiter(bound):
    def hook(param):
        param.grad.clamp_(-bound, bound)

    return hook


for p in net.parameters():
    p.register_post_accumulate_grad_hook(limiter(0.05))
x, y = torch.randn(6, 2), torch.randn(6, 1)
loss = nn.functional.mse_loss(net(x), y)
loss.backward()
