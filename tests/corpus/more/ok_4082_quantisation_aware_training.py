import torch
import torch.nn as nn
import torch.nn.functional as F


class FakeQuantize(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale, qmax):
        q = x / scale
        inside = q.abs() < qmax + 0.5
        ctx.save_for_backward(inside)
        return q.round_().clamp_(-qmax, qmax).mul_(scale)

    @staticmethod
    def backward(ctx, grad):
        (inside,) = ctx.saved_tensors
        return grad * inside, None, None


class Observer(nn.Module):
    def __init__(self, bits, momentum=0.1):
        super().__init__()
        self.qmax, self.momentum = 2 ** (bits - 1) - 1, momentum
        self.register_buffer("peak", torch.zeros(()))
        self.register_buffer("seen", torch.zeros((), dtype=torch.long))

    def forward(self, x):
        if self.training:
            with torch.no_grad():
                top = x.detach().abs().max()
                if self.seen == 0:
                    self.peak.copy_(top)
                else:
                    self.peak.lerp_(top, self.momentum)
                self.seen += 1
        scale = (self.peak / self.qmax).clamp(min=1e-8)
        return FakeQuantize.apply(x, scale, self.qmax)


class QLinear(nn.Linear):
    def __init__(self, i, o, bits=8):
        super().__init__(i, o)
        self.act_obs, self.weight_obs = Observer(bits), Observer(bits)

    def forward(self, x):
        return F.linear(self.act_obs(x), self.weight_obs(self.weight), self.bias)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2 = QLinear(4, 8), QLinear(8, 3)

    def forward(self, x):
        return self.fc2(F.relu(self.fc1(x)))


def evaluate(model, x, y):
    model.eval()
    with torch.no_grad():
        out = (model(x).argmax(1) == y).float().mean().item()
    model.train()
    return out


torch.manual_seed(138)
model = Model()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(30, 4)
y = x[:, :3].argmax(1)
for epoch in range(3):
    for xb, yb in zip(x.split(10), y.split(10)):
        loss = F.cross_entropy(model(xb), yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
    acc = evaluate(model, x, y)
levels = torch.unique(model.fc2.weight_obs(model.fc2.weight).detach()).numel()
print("acc", acc, "levels", levels, "seen", int(model.fc1.act_obs.seen))
