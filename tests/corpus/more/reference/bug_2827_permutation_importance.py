import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(527)
rng = np.random.default_rng(3)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
features, price = torch.randn(6, 3), torch.randn(6, 1)


def importance(column):
    table = features.numpy().copy()
    rng.shuffle(table[:, column])
    with torch.no_grad():
        return nn.functional.mse_loss(net(torch.from_numpy(table)), price).item()


opt = torch.optim.SGD(net.parameters(), lr=0.05)
loss = nn.functional.mse_loss(net(features), price)
report = {c: importance(c) for c in range(features.shape[1])}
opt.zero_grad()
loss.backward()
opt.step()
print("columns", sorted(report))
