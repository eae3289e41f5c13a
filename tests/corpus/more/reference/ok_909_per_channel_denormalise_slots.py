import torch
import torch.nn as nn

torch.manual_seed(9909)
decoder = nn.Conv2d(2, 2, 1)
target_std = [0.5, 2.0]
target_mean = [0.1, -0.3]

x = decoder(torch.randn(1, 2, 2, 2))
x = torch.stack([x[:, i] * target_std[i] + target_mean[i] for i in range(2)], dim=1)
loss = x.pow(2).mean()
loss.backward()
