import torch

beta = torch.tensor(0.6, requires_grad=True)
gamma = torch.tensor(0.2, requires_grad=True)
steps = 4

state = torch.zeros(steps + 1, 3)
state[0] = torch.tensor([0.95, 0.05, 0.0])
rows = [torch.tensor([0.95, 0.05, 0.0])]
for t in range(steps):
    s, i, r = rows[t]
    new = beta * s * i
    rec = gamma * i
    rows.append(torch.stack([s - new, i + new - rec, r + rec]))
state = torch.stack(rows)
observed = torch.tensor([0.1, 0.14, 0.2, 0.25])
loss = (state[1:, 1] - observed).pow(2).sum()
loss.backward()
