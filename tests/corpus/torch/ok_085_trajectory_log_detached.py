import torch


class Recorder:
    def __init__(self, steps, n):
        self.path = torch.zeros(steps, n)
        self.energy = torch.zeros(steps)

    def write(self, t, pos, vel):
        self.path[t] = pos.detach()
        self.energy[t] = 0.5 * vel.detach().pow(2).sum()


def simulate(k, steps=5, dt=0.1):
    pos, vel = torch.tensor([1.0, -0.5, 0.2]), torch.zeros(3)
    rec = Recorder(steps, 3)
    drift = torch.zeros(3)
    for t in range(steps):
        force = -k * pos
        vel = vel + dt * force
        pos = pos + dt * vel
        drift += pos
        drift -= 0.1
        rec.write(t, pos, vel)
    rec.path *= 100
    return pos, drift, rec


spring = torch.tensor([2.0, 1.0, 0.5], requires_grad=True)
final, drift, rec = simulate(spring)
loss = (final - 0.3).pow(2).sum() + 0.1 * drift.abs().sum()
loss.backward()
print(rec.energy)
