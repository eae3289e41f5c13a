import torch
import torch.nn as nn

torch.manual_seed(4043)
model = nn.Linear(3, 1)
opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
accumulate = 4
losses = []

for i, x in enumerate(torch.randn(4, 2, 3)):
    loss = model(x).pow(2).mean() / accumulate
    loss.backward()
    losses.append(loss.item())
    if (i + 1) % accumulate == 0:
        opt.step()
print(sum(losses))
