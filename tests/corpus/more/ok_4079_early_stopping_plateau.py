import copy
import json
from dataclasses import asdict, dataclass, field

import numpy as np
import torch
import torch.nn as nn


@dataclass
class History:
    train: list = field(default_factory=list)
    valid: list = field(default_factory=list)
    lr: list = field(default_factory=list)

    def smooth(self, k=2):
        arr = np.asarray(self.train)
        arr = np.convolve(arr, np.ones(k) / k, mode="valid")
        arr -= arr.min()
        return arr.round(4).tolist()


class EarlyStopping:
    def __init__(self, patience, delta=1e-4):
        self.patience, self.delta = patience, delta
        self.best, self.bad, self.state = float("inf"), 0, None

    def __call__(self, value, model):
        if value < self.best - self.delta:
            self.best, self.bad = value, 0
            self.state = copy.deepcopy(model.state_dict())
        else:
            self.bad += 1
        return self.bad >= self.patience


def run_validation(net, criterion, x, y):
    net.eval()
    with torch.inference_mode():
        pred = net(x)
        value = criterion(pred, y).item()
        r2 = 1 - value / y.var(unbiased=False).item()
    net.train()
    return value, r2


torch.manual_seed(135)
x = torch.rand(40, 2) * 4 - 2
y = torch.sin(x[:, :1]) * x[:, 1:] + 0.05 * torch.randn(40, 1)
mean, std = x[:28].mean(0), x[:28].std(0)
x = (x - mean) / std
net = nn.Sequential(nn.Linear(2, 8), nn.SiLU(inplace=True), nn.Linear(8, 1))
criterion = nn.SmoothL1Loss()
opt = torch.optim.Adam(net.parameters(), lr=0.05)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, factor=0.5, patience=0, threshold=0.05)
stopper, history = EarlyStopping(patience=3), History()

for epoch in range(8):
    order, running = torch.randperm(28), 0.0
    for idx in order.split(14):
        xb, yb = x[idx], y[idx]
        loss = criterion(net(xb), yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
        running += loss.item() * len(idx) / 28
    valid, r2 = run_validation(net, criterion, x[28:], y[28:])
    plateau.step(valid)
    history.train.append(running)
    history.valid.append(valid)
    history.lr.append(opt.param_groups[0]["lr"])
    if stopper(valid, net):
        break
best = copy.deepcopy(net)
best.load_state_dict(stopper.state)
print(json.dumps({k: [round(v, 4) for v in vs[-2:]] for k, vs in asdict(history).items()}))
print("best", round(stopper.best, 4), "r2", round(r2, 3), history.smooth()[:2])
