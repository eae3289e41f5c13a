import torch
import torch.nn as nn


def init_weights(module):
    if isinstance(module, nn.Linear):
        nn.init.xavier_uniform_(module.weight)
        if module.bias is not None:
            nn.init.constant_(module.bias, 0.01)


torch.manual_seed(4058)
net = nn.Sequential(nn.Linear(3, 4), nn.GELU(), nn.Linear(4, 1))
net.apply(init_weights)
x, y = torch.randn(6, 3), torch.randn(6, 1)
loss = nn.functional.smooth_l1_loss(net(x), y)
loss.backward()
