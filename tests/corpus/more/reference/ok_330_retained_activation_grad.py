import torch
import torch.nn as nn

torch.manual_seed(79)
net = nn.Sequential(nn.Conv1d(1, 2, 3), nn.Softplus(), nn.Flatten(), nn.Linear(8, 3))
x = torch.randn(1, 1, 6)
with torch.no_grad():
    value = net[1](net[0](x))
feature = value.clone().requires_grad_()
scores = net[3](net[2](feature))
loss = scores[0, scores[0].argmax()]
loss.backward()
