import contextlib

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim.swa_utils import SWALR, AveragedModel


class EMA:
    def __init__(self, model, decay):
        self.model, self.decay = model, decay
        self.shadow = {k: v.detach().clone() for k, v in model.state_dict().items()}

    @torch.no_grad()
    def update(self):
        for k, v in self.model.state_dict().items():
            if v.is_floating_point():
                self.shadow[k].mul_(self.decay).add_(v, alpha=1 - self.decay)
            else:
                self.shadow[k].copy_(v)

    @contextlib.contextmanager
    def applied(self):
        backup = {k: v.clone() for k, v in self.model.state_dict().items()}
        self.model.load_state_dict(self.shadow)
        try:
            yield self.model
        finally:
            self.model.load_state_dict(backup)


@torch.no_grad()
def evaluate(model, x, y):
    was = model.training
    model.eval()
    value = F.mse_loss(model(x), y).item()
    model.train(was)
    return value


torch.manual_seed(113)
net = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 1))
ema, swa = EMA(net, 0.7), AveragedModel(net)
opt = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9, nesterov=True)
swa_sched = SWALR(opt, swa_lr=0.02, anneal_epochs=2)
x = torch.randn(24, 3)
y = x.prod(1, keepdim=True)
train, valid = (x[:16], y[:16]), (x[16:], y[16:])

report = []
for epoch in range(4):
    for xb, yb in zip(train[0].split(8), train[1].split(8)):
        loss = F.mse_loss(net(xb), yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
        ema.update()
    if epoch >= 2:
        swa.update_parameters(net)
        swa_sched.step()
    with ema.applied() as shadow:
        report.append((evaluate(net, *valid), evaluate(shadow, *valid)))
torch.optim.swa_utils.update_bn([train[0]], swa)
print("raw/ema", [round(a, 4) for a, _ in report], "swa", round(evaluate(swa, *valid), 4))
