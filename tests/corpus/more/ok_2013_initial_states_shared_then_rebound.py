import torch
import torch.nn as nn

torch.manual_seed(2213)
cells = nn.ModuleList([nn.RNNCell(2, 2) for _ in range(3)])
frames = torch.randn(4, 5, 2)

zero = torch.zeros(5, 2)
hidden = [zero] * len(cells)
for x in frames:
    for k, cell in enumerate(cells):
        hidden[k] = cell(x, hidden[k])
        x = hidden[k]
loss = sum(h.pow(2).mean() for h in hidden)
loss.backward()
