import torch
import torch.nn as nn

torch.manual_seed(1728)
net = nn.Linear(2, 6)
past = torch.randn(4, 2)
future = torch.randn(4, 1, 2)

guesses = net(past).view(4, 3, 2)
error = (guesses - future).pow(2).sum(dim=-1)
best = error.argmin(dim=1)
loss = error[torch.arange(4), best].mean()
loss.backward()
print("picked", best.tolist())
