import numpy as np
import torch
import torch.nn as nn

rng = np.random.default_rng(9)
signals = rng.normal(size=(4, 5))

torch.manual_seed(78)
net = nn.Linear(5, 1).double()


def augment(batch):
    keep = torch.tensor([0.0, 1.0, 1.0, 1.0, 1.0]).double()
    return torch.tensor(batch) * keep * torch.tensor(rng.uniform(0.8, 1.2, size=(len(batch), 1)))


clean = torch.from_numpy(signals)
pred_clean = net(clean)
pred_noisy = net(augment(signals))
loss = pred_clean.square().mean() + (pred_clean - pred_noisy).square().mean()
loss.backward()
print(loss.item())
