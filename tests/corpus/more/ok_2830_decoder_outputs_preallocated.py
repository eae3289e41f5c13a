import torch
import torch.nn as nn

torch.manual_seed(2409)
cell = nn.GRUCell(2, 3)
readout = nn.Linear(3, 2)
frames = torch.randn(2, 5, 2)

outputs = torch.zeros(2, 5, 2)
attention_log = torch.zeros(5)
h = torch.zeros(2, 3)
y = torch.zeros(2, 2)
for t in range(5):
    h = cell(y, h)
    y = readout(h)
    outputs[:, t] = y
    attention_log[t] = h.detach().norm()
loss = (outputs - frames).square().mean()
loss.backward()
