import torch
import torch.nn as nn

torch.manual_seed(1720)
trunk = nn.Linear(1, 6)
head = nn.Linear(6, 1)
x = torch.linspace(0, 1, 7)[:, None]


def temperature(x):
    hidden = torch.tanh(trunk(x))
    return torch.sigmoid(head(hidden)).squeeze(1)


def impose_walls(u, left, right):
    u[0] = left
    u[-1] = right
    return u


u = impose_walls(temperature(x), left=1.0, right=0.2)
lap = (u[2:] - 2 * u[1:-1] + u[:-2]) / (x[1, 0] - x[0, 0]) ** 2
loss = lap.pow(2).mean()
loss.backward()
print(f"{loss.item():.3f}")
