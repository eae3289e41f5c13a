import torch

torch.manual_seed(314)
v0 = torch.randn(4, requires_grad=True)
mass = torch.tensor([1.0, 2.0, 0.5, 1.5])


def observe(state):
    state["kinetic"] = 0.5 * (mass * state["speed"] ** 2).sum()


def damp(state, drag):
    state["speed"] = state["speed"] / (1.0 + drag)
    return state


state = {"speed": v0 * 3.0}
observe(state)
state = damp(state, 0.2)
loss = state["kinetic"] + state["speed"].abs().sum()
loss.backward()
