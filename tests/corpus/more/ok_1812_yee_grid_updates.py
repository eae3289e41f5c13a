import torch

torch.manual_seed(2812)
log_c = torch.zeros(7, requires_grad=True)


def simulate(coupling, steps=5):
    ez = torch.zeros(7)
    hy = torch.zeros(6)
    probe = []
    for t in range(steps):
        hy += 0.5 * (ez[1:] - ez[:-1])
        ez[1:-1] += coupling[1:-1] * (hy[1:] - hy[:-1])
        ez[3] += 1.0 / (t + 1)
        probe.append(ez[5].clone())
    return torch.stack(probe)


trace = simulate(0.5 * torch.exp(log_c))
loss = (trace - torch.randn(5)).pow(2).sum()
loss.backward()
