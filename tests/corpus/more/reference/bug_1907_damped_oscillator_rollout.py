import torch

torch.manual_seed(954)
stiffness = torch.tensor(2.0, requires_grad=True)
damping = torch.tensor(0.4, requires_grad=True)
rest = torch.zeros(3)


def acceleration(state):
    spring = -stiffness * (state["x"] - rest)
    drag = -damping * state["v"]
    return spring + drag


def step(state, dt=0.1):
    a = acceleration(state)
    state["v"] = state["v"] + dt * a
    state["x"] = state["x"] + dt * state["v"]
    return state


state = {"x": torch.randn(3), "v": torch.randn(3)}
for _ in range(5):
    state = step(state)
loss = state["x"].pow(2).sum()
loss.backward()
