import torch
import torch.nn as nn

torch.manual_seed(2554)
drift = nn.Linear(2, 2)


def rollout(start, steps, dt=0.1):
    state = start
    path = [state]
    for k in range(steps):
        state = state + dt * torch.tanh(drift(state)) * state
        path.append(state)
    return torch.stack(path)


start = torch.randn(3, 2)
observed = torch.randn(5, 3, 2)
path = rollout(start, steps=4)
loss = (path - observed).pow(2).mean()
loss.backward()
