import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1441)
model = nn.Linear(4, 3)
genb = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 3))
optim = torch.optim.Adamax(model.parameters(), lr=1e-2)
optim_G = torch.optim.Adamax(genb.parameters(), lr=1e-2)
v, q = torch.randn(5, 4), torch.randn(5, 2)
a = torch.rand(5, 3)

pred = model(v)
pred_g = genb(q)
loss = F.binary_cross_entropy_with_logits(pred + pred_g, a)

optim_G.zero_grad()
g_loss = F.binary_cross_entropy_with_logits(pred_g, a)
g_loss.backward(retain_graph=True)
optim.zero_grad()
loss.backward()
optim_G.step()
optim.step()
