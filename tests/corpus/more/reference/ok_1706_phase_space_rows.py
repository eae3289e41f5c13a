import torch

torch.manual_seed(2706)
start = torch.randn(2, 3, requires_grad=True)


def drift_kick(state, dt=0.1, k=1.5):
    q, p = state[0], state[1]
    p = p - 0.5 * dt * k * q
    q = q + dt * p
    p = p - 0.5 * dt * k * q
    return torch.stack([q, p])


state = start
for _ in range(4):
    state = drift_kick(state)
pos, mom = state.unbind(0)
loss = (pos * mom).sum() + pos.square().sum()
loss.backward()
