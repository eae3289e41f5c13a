import torch

torch.manual_seed(109)
rate = torch.tensor([0.3, 0.1], requires_grad=True)
steps = 5
trajectory = torch.zeros(steps, 2)
x = torch.tensor([1.0, 2.0])
for t in range(steps):
    x = x - rate * x.sin()
    trajectory[t] = x
loss = trajectory.pow(2).mean()
loss.backward()
