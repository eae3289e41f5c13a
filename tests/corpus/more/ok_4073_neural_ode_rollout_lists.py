import torch
import torch.nn as nn


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 6), nn.Tanh(), nn.Linear(6, 2))
        self.calls = 0
        for m in self.net:
            if isinstance(m, nn.Linear):
                nn.init.normal_(m.weight, std=0.4)
                nn.init.zeros_(m.bias)

    def forward(self, t, y):
        self.calls += 1
        return self.net(y.pow(3)) - 0.05 * t * y


def rk4_step(f, t, y, h):
    k1 = f(t, y)
    k2 = f(t + h / 2, y + h / 2 * k1)
    k3 = f(t + h / 2, y + h / 2 * k2)
    k4 = f(t + h, y + h * k3)
    out = k1.clone()
    out += 2 * k2
    out += 2 * k3
    out += k4
    out *= h / 6
    return out.add_(y)


def integrate(f, y0, times):
    ys, y = [y0], y0
    speed = torch.zeros(len(times) - 1)
    for i in range(len(times) - 1):
        t, h = float(times[i]), float(times[i + 1] - times[i])
        new = rk4_step(f, t, y, h)
        speed[i] = (new - y).detach().norm() / h
        y = new
        ys.append(y)
    integrate.max_speed = speed.max().item()
    return torch.stack(ys)


def spiral(times, y0):
    a = torch.tensor([[-0.1, 2.0], [-2.0, -0.1]])
    ys = [y0]
    for h in times.diff():
        ys.append(ys[-1] + h * ys[-1].pow(3) @ a)
    return torch.stack(ys)


torch.manual_seed(128)
times = torch.linspace(0.0, 0.6, 5)
y0 = torch.tensor([[1.0, 0.0], [0.5, 0.5]])
target = spiral(times, y0)
field = Field()
opt = torch.optim.RMSprop(field.parameters(), lr=1e-2)
for it in range(5):
    opt.zero_grad()
    path = integrate(field, y0, times)
    loss = (path - target).abs().mean()
    loss.backward()
    opt.step()
    if it % 2 == 0:
        with torch.no_grad():
            final = integrate(field, y0, times)[-1]
        print(it, round(loss.item(), 5), [round(v, 3) for v in final[0].tolist()])
print("calls", field.calls, "max speed", integrate.max_speed)
