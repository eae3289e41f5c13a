import torch

torch.manual_seed(1133)


class Stepper:
    def __init__(self, u, nu):
        self.u, self.nu = u, nu

    def timestep(self, dt):
        u = self.u.clone()
        self.u = u.clone()
        flux = u[1:-1] * (u[1:-1] - u[:-2])
        self.u[1:-1] -= dt * (flux - self.nu * (u[2:] - 2 * u[1:-1] + u[:-2]))
        return self


ustart = torch.rand(8, requires_grad=True)
stepper = Stepper(ustart.clone(), 0.1)
for _ in range(3):
    stepper.timestep(0.05)
loss = stepper.u.pow(2).sum()
loss.backward()
