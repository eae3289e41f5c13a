import torch
import torch.nn as nn
import torch.nn.functional as F


class FakeQuantize(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, step, lo, hi, grad_scale):
        scaled = x / step
        q = scaled.round().clamp_(lo, hi)
        inside = (scaled >= lo) & (scaled <= hi)
        ctx.save_for_backward(scaled, q, inside)
        ctx.grad_scale = grad_scale
        return q * step

    @staticmethod
    def backward(ctx, g):
        scaled, q, inside = ctx.saved_tensors
        gx = gs = None
        if ctx.needs_input_grad[0]:
            gx = g * inside
        if ctx.needs_input_grad[1]:
            ds = torch.where(inside, q - scaled, q)
            gs = (g * ds).sum().mul_(ctx.grad_scale)
        return gx, gs, None, None, None


class QuantMixin:
    bits = 3

    def init_step(self):
        hi = 2 ** (self.bits - 1) - 1
        self.lo, self.hi = -hi - 1, hi
        with torch.no_grad():
            self.step = nn.Parameter(2 * self.weight.abs().mean() / hi ** 0.5)

    @property
    def quant_weight(self):
        return FakeQuantize.apply(self.weight, self.step, self.lo, self.hi, (self.weight.numel() * self.hi) ** -0.5)


class QLinear(QuantMixin, nn.Linear):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.init_step()

    def forward(self, x):
        return F.linear(x, self.quant_weight, self.bias)


torch.manual_seed(121)
net = nn.Sequential(QLinear(4, 5), nn.ReLU(inplace=True), QLinear(5, 2))
opt = torch.optim.SGD([{"params": [p for n, p in net.named_parameters() if n.endswith("step")], "lr": 0.01},
                       {"params": [p for n, p in net.named_parameters() if not n.endswith("step")], "lr": 0.05}])
X, y = torch.randn(10, 4), torch.randint(0, 2, (10,))
for epoch in range(3):
    opt.zero_grad()
    loss = F.cross_entropy(net(X), y)
    loss.backward()
    opt.step()
    with torch.no_grad():
        for m in net.modules():
            if isinstance(m, QLinear):
                m.step.clamp_(min=1e-4)
