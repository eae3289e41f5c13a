import torch
import torch.nn as nn

torch.manual_seed(4123)
model, shadow = nn.Linear(3, 2), nn.Linear(3, 2)
x = torch.randn(5, 3)

out = torch.tanh(model(x))
with torch.no_grad():
    goal = shadow(x)
for s, p in zip(shadow.parameters(), model.parameters()):
    s.data.lerp_(p.data, 0.1)
loss = (out - goal).pow(2).mean()
loss.backward()
