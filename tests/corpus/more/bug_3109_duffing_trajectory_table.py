import torch


class Oscillator:
    def __init__(self, stiff, dt=0.05):
        self.stiff, self.dt = stiff, dt

    def force(self, q):
        return -self.stiff * q - 0.5 * q.pow(3)

    def simulate(self, q0, p0, steps):
        traj = torch.zeros(steps + 1, 2, q0.numel())
        traj[0, 0], traj[0, 1] = q0, p0
        for t in range(steps):
            q, p = traj[t, 0], traj[t, 1]
            p = p + self.dt * self.force(q)
            traj[t + 1, 0] = q + self.dt * p
            traj[t + 1, 1] = p
        return traj


torch.manual_seed(3110)
stiff = torch.rand(3, requires_grad=True)
system = Oscillator(stiff)
traj = system.simulate(torch.randn(3), torch.zeros(3), steps=6)
target = torch.linspace(1.0, 0.5, 7)[:, None]
loss = (traj[:, 0] - target).square().mean()
loss.backward()
