import torch


class LotkaVolterra:
    def __init__(self, rates):
        self.rates = rates

    def derivative(self, y):
        a, b, c, d = self.rates
        prey = a * y[0] - b * y[0] * y[1]
        pred = c * y[0] * y[1] - d * y[1]
        return torch.stack([prey, pred])


def euler(field, y0, dt, steps):
    path = [y0]
    for k in range(steps):
        path.append(path[k] + dt * field(path[k]))
    return torch.stack(path)


rates = torch.tensor([1.1, 0.4, 0.1, 0.4], requires_grad=True)
system = LotkaVolterra(rates)
path = euler(system.derivative, torch.tensor([10.0, 5.0]), 0.1, 4)
census = torch.tensor([[10.0, 5.0], [9.2, 5.3], [8.4, 5.5], [7.6, 5.7], [6.9, 5.9]])
loss = (path - census).abs().sum()
loss.backward()
