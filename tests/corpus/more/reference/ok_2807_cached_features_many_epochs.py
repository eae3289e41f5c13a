import torch
import torch.nn as nn

torch.manual_seed(2425)
encoder = nn.Sequential(nn.Linear(4, 3), nn.ReLU())
head = nn.Linear(3, 2)
opt = torch.optim.SGD(head.parameters(), lr=0.1)
x, y = torch.randn(6, 4), torch.tensor([0, 1, 1, 0, 1, 0])

for epoch in range(3):
    with torch.no_grad():
        cache = encoder(x)
        cache = cache - cache.mean(dim=0)
        cache = cache / (cache.std(dim=0) + 1e-5)
    loss = nn.functional.cross_entropy(head(cache), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
