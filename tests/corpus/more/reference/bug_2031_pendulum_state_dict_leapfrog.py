import torch

torch.manual_seed(2131)
start = torch.randn(2, 3, requires_grad=True)
state = {"q": start[0].clone(), "p": start[1].clone()}
params = dict(mass=1.2, length=0.8, dt=0.1)


def kick(fraction):
    force = -torch.sin(state["q"]) / params["length"]
    state["p"] = state["p"] + fraction * params["dt"] * force


def drift():
    state["q"] = state["q"] + params["dt"] * state["p"] / params["mass"]


def energy():
    kinetic = state["p"].pow(2) / (2 * params["mass"])
    return (kinetic + 1 - torch.cos(state["q"])).sum()


for _ in range(4):
    kick(0.5)
    drift()
    kick(0.5)
loss = (energy() - 1.0) ** 2
loss.backward()
