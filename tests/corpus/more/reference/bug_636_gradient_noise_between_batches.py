import torch
import torch.nn as nn

torch.manual_seed(636)
net = nn.Linear(3, 1)
first = torch.randn(4, 3), torch.randn(4, 1)
second = torch.randn(4, 3), torch.randn(4, 1)


def batch_gradient(batch):
    x, y = batch
    net.zero_grad(set_to_none=False)
    (net(x) - y).pow(2).mean().backward()
    return net.weight.grad.clone()


g1 = batch_gradient(first)
g2 = batch_gradient(second)
spread = (g1 - g2).pow(2)
print(f"noise scale {spread.sum().item():.4f}")
