import torch
import torch.nn as nn

torch.manual_seed(4116)
wq = nn.Linear(3, 4, bias=False)
shear = torch.tensor([[0.3, -0.2]])
lift = torch.tensor([[0.5, 0.9]])

q = wq(torch.randn(5, 3))
q[:, :2] = q[:, :2] + shear * q[:, 2:]
q[:, 2:] = q[:, 2:] - lift * q[:, :2]
q[:, :2] = q[:, :2] + shear * q[:, 2:]
scores = q @ q.T
loss = torch.logsumexp(scores, dim=1).mean()
loss.backward()
