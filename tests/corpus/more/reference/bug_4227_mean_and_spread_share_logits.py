import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(38)
trunk = nn.Linear(3, 2)
x, y = torch.randn(5, 3), torch.randn(5, 2)

z = trunk(x)
sigma = F.softplus(z) + 0.1
mu = F.elu(z)
nll = torch.log(sigma) + 0.5 * ((y - mu) / sigma) ** 2
loss = nll.mean()
loss.backward()
