import torch
import torch.nn as nn

torch.manual_seed(32)
cell = nn.LSTMCell(2, 3)
seq = torch.randn(5, 2, 2)
lengths = torch.tensor([5, 3])

h, c = torch.zeros(2, 3), torch.zeros(2, 3)
states, trace = [], torch.zeros(5, 2)
for t in range(5):
    h_new, c_new = cell(seq[t], (h, c))
    alive = (t < lengths).unsqueeze(1)
    h = torch.where(alive, h_new, h)
    c = torch.where(alive, c_new, c)
    states.append(h)
    trace[t] = h.detach().norm(dim=1)
stacked = torch.stack(states)
loss = stacked[-1].sum() + stacked.pow(2).mean()
loss.backward()
print("trace", trace[-1].tolist())
