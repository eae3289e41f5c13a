import torch
import torch.nn as nn

torch.manual_seed(2309)
cell, readout = nn.GRUCell(1, 3), nn.Linear(3, 1)
demand = torch.sin(torch.arange(13) * 0.4)[:, None]
h = torch.zeros(1, 3)
with torch.no_grad():
    for t in range(8):
        h = cell(demand[t:t + 1], h)

loss = 0.0
for t in range(8, 12):
    h = cell(demand[t:t + 1], h)
    loss = loss + (readout(h) - demand[t + 1]).pow(2).mean()
loss.backward()
