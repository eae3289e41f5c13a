import torch
import torch.nn as nn

torch.manual_seed(843)
encoder = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
regressor, domain = nn.Linear(2, 1), nn.Linear(2, 3)
optimizer = torch.optim.SGD([*encoder.parameters(), *regressor.parameters()], lr=0.1)
optimizer_conf = torch.optim.SGD(encoder.parameters(), lr=0.1)
scans, age = torch.randn(6, 3), torch.rand(6, 1)

features = encoder(scans)
loss_1 = (regressor(features) - age).pow(2).mean()
loss_conf = -torch.log_softmax(domain(features), dim=1).mean()
optimizer_conf.zero_grad()
loss_conf.backward(retain_graph=True)
