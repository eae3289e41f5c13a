import torch
import torch.nn as nn

torch.manual_seed(206)
fc = nn.Linear(4, 6)
mix = nn.Linear(3, 3)
x = torch.randn(5, 4)

h = fc(x)
left, right = h[:, :3], h[:, 3:]
summary = torch.bmm(left.unsqueeze(1), right.unsqueeze(2)).flatten()
h = torch.cat([left + mix(right), right], dim=1)
loss = h.pow(2).mean() + summary.sum()
loss.backward()
