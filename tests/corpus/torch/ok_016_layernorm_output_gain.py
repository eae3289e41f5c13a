import torch
import torch.nn as nn

torch.manual_seed(303)
norm, proj = nn.LayerNorm(4), nn.Linear(3, 4)
film = nn.Linear(2, 8)
x, cond = torch.randn(5, 3), torch.randn(5, 2)

h = norm(proj(x))
gamma, beta = film(cond).chunk(2, dim=-1)
h = h * (1 + gamma)
h += beta
loss = h.sigmoid().sum()
loss.backward()
