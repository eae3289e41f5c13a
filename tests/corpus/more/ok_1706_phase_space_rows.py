import torch

torch.manual_seed(2706)
start = torch.randn(2, 3, requires_grad=True)


def drift_kick(state, dt=0.1, k=1.5):
    state = state.clone()
    state[1] -= 0.5 * dt * k * state[0]
    state[0] += dt * state[1]
    state[1] -= 0.5 * dt * k * state[0]
    return state


state = start
for _ in range(4):
    state = drift_kick(state)
pos, mom = state.unbind(0)
loss = (pos * mom).sum() + pos.square().sum()
loss.backward()
