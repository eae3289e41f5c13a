import torch
import torch.nn as nn

torch.manual_seed(348)
body, head = nn.Linear(4, 3), nn.Linear(3, 2)
body.requires_grad_(False)
opt = torch.optim.SGD(filter(lambda p: p.requires_grad, [*body.parameters(), *head.parameters()]), lr=0.1)
x, y = torch.randn(5, 4), torch.tensor([0, 1, 0, 1, 1])
for _ in range(2):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(head(torch.relu(body(x)).detach()), y)
    loss.backward()
    opt.step()
