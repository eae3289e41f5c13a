import torch
import torch.nn as nn

torch.manual_seed(1504)
stem = nn.Conv2d(1, 2, 1)
proposal = nn.Conv2d(2, 1, 1)
lateral = nn.Conv2d(1, 2, 1)


def forward(image, coarse):
    x = stem(image)
    x_p = proposal(x)
    x = x + lateral(coarse)
    return x_p, x


image, coarse = torch.randn(2, 1, 2, 2), torch.randn(2, 1, 2, 2)
x_p, x = forward(image, coarse)
loss = x_p.sigmoid().mean() + x.pow(2).mean()
loss.backward()
