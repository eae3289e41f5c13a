import torch
import torch.nn as nn

torch.manual_seed(4119)
cell = nn.LSTMCell(2, 3)
seq = torch.randn(5, 4, 2)

outputs = torch.zeros(5, 4, 3)
h, c = torch.zeros(4, 3), torch.zeros(4, 3)
for t in range(5):
    h, c = cell(seq[t], (h, c))
    outputs[t] = h
attn = torch.softmax(outputs.mean(-1), dim=0)
loss = (attn[..., None] * outputs).sum(0).pow(2).mean()
loss.backward()
