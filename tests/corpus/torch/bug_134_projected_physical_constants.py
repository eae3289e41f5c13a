import torch

torch.manual_seed(13)
params = {
    "stiffness": torch.tensor(1.5, requires_grad=True),
    "damping": torch.tensor(0.1, requires_grad=True),
}
BOUNDS = {"stiffness": (0.0, 1.4), "damping": (0.05, 1.0)}
optimizer = torch.optim.SGD(params.values(), lr=0.05)


def oscillator(p, steps=6, dt=0.2):
    x, v, out = torch.tensor(1.0), torch.tensor(0.0), []
    for _ in range(steps):
        v = v - dt * (p["stiffness"] * x + p["damping"] * v)
        x = x + dt * v
        out.append(x)
    return torch.stack(out)


def project():
    for name, (low, high) in BOUNDS.items():
        params[name].clamp_(low, high)


truth = oscillator({"stiffness": 1.0, "damping": 0.3})
history = []
for it in range(3):
    optimizer.zero_grad()
    loss = (oscillator(params) - truth).pow(2).sum()
    loss.backward()
    history.append(torch.stack([p.grad.clone() for p in params.values()]))
    optimizer.step()
    project()
print(history[-1])
