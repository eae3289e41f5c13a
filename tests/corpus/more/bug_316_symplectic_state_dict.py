import torch


def force(q, stiffness):
    return -stiffness * q - 0.1 * q ** 3


def kick(state, stiffness, dt):
    state["p"] += dt * force(state["q"], stiffness)


def drift(state, mass, dt):
    state["q"] += dt * state["p"] / mass


def simulate(q0, p0, stiffness, mass, steps=5, dt=0.1):
    state = {"q": q0.clone(), "p": p0.clone()}
    for _ in range(steps):
        kick(state, stiffness, dt)
        drift(state, mass, dt)
    return state


torch.manual_seed(12)
stiffness = torch.tensor([1.0, 2.0, 0.5], requires_grad=True)
q0, p0 = torch.randn(3), torch.randn(3)
final = simulate(q0, p0, stiffness, mass=1.5)
loss = (final["q"] - 1.0).square().sum() + final["p"].square().sum()
loss.backward()
