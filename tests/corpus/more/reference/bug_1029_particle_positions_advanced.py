import torch

torch.manual_seed(1029)
pos = torch.randn(3, 2, requires_grad=True)
vel = torch.zeros(3, 2)
dt, stiffness = 0.1, 2.0

cur = pos
for step in range(3):
    vel = vel - dt * stiffness * cur
    cur = cur + dt * vel
loss = cur.pow(2).sum()
loss.backward()
