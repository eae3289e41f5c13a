import copy, torch
from torch import nn
q = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
target = copy.deepcopy(q)
opt = torch.optim.Adam(q.parameters())
for step in range(4):
    s, s2, r = torch.randn(5, 4), torch.randn(5, 4), torch.randn(5)
    a = torch.randint(0, 2, (5, 1))
    with torch.no_grad():
        y = r + 0.9 * target(s2).max(1).values
    loss = nn.functional.mse_loss(q(s).gather(1, a).squeeze(1), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 2 == 0:
        target.load_state_dict(q.state_dict())
