import torch

k = torch.tensor(0.7, requires_grad=True)
state = torch.tensor([1.0, 0.0])
dt = 0.1
for _ in range(4):
    nxt = state.clone()
    nxt[0] = state[0] + dt * state[1]
    nxt[1] = state[1] - dt * k * state[0]
    state = nxt
loss = state.pow(2).sum()
loss.backward()
