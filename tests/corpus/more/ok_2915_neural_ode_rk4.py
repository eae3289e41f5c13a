import torch
import torch.nn as nn


class ODEFunc(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 6), nn.Tanh(), nn.Linear(6, 2))
        self.nfe = 0
        for m in self.net.modules():
            if isinstance(m, nn.Linear):
                nn.init.normal_(m.weight, mean=0, std=0.3)
                nn.init.constant_(m.bias, val=0)

    def forward(self, t, y):
        self.nfe += 1
        return self.net(y ** 3)


def rk4_step(f, t, dt, y):
    k1 = f(t, y)
    k2 = f(t + dt / 2, y + dt * k1 / 2)
    k3 = f(t + dt / 2, y + dt * k2 / 2)
    k4 = f(t + dt, y + dt * k3)
    k4 += k1
    k4 += 2 * (k2 + k3)
    return dt / 6 * k4


def odeint(f, y0, ts):
    sol = torch.empty(len(ts), *y0.shape)
    sol[0] = y0
    y = y0
    for i, (t0, t1) in enumerate(zip(ts[:-1], ts[1:]), start=1):
        y = y + rk4_step(f, t0, t1 - t0, y)
        sol[i] = y
    return sol


torch.manual_seed(0)
t = torch.linspace(0.0, 1.0, 6)
true_y0 = torch.tensor([[1.5, 0.0]])
true_A = torch.tensor([[-0.1, 2.0], [-2.0, -0.1]])
with torch.no_grad():
    true_y = odeint(lambda t, y: (y ** 3) @ true_A, true_y0, t)

func = ODEFunc()
optimizer = torch.optim.RMSprop(func.parameters(), lr=1e-2)
ema_loss = None
for itr in range(1, 5):
    optimizer.zero_grad()
    pred_y = odeint(func, true_y0, t)
    loss = torch.mean(torch.abs(pred_y - true_y))
    loss.backward()
    optimizer.step()
    ema_loss = loss.item() if ema_loss is None else 0.97 * ema_loss + 0.03 * loss.item()
    if itr % 2 == 0:
        with torch.no_grad():
            val = odeint(func, true_y0, t).sub_(true_y).abs_().mean()
        print(f"Iter {itr:04d} | total loss {val.item():.6f} | nfe {func.nfe}")
