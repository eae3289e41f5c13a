import torch
import torch.nn as nn

torch.manual_seed(406)
net = nn.Linear(3, 4)


def masked_rmse(pred, target):
    missing = torch.isnan(target)
    err = pred - torch.nan_to_num(target)
    err[missing] = 0.0
    per_sensor = err.square().sum(0) / (~missing).sum(0)
    return per_sensor.sqrt().mean()


readings = torch.randn(5, 4)
readings[0, 1] = readings[3, 2] = float("nan")
weather = torch.randn(5, 3)

opt = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(2):
    loss = masked_rmse(net(weather), readings)
    opt.zero_grad()
    loss.backward()
    opt.step()
