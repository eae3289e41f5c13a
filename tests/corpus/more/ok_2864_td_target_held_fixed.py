import copy

import torch
import torch.nn as nn

torch.manual_seed(614)
q = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
target_q = copy.deepcopy(q).requires_grad_(False)
opt = torch.optim.Adam(q.parameters(), lr=1e-3)
batch = dict(s=torch.randn(5, 3), a=torch.tensor([0, 1, 1, 0, 1]), r=torch.randn(5), s2=torch.randn(5, 3))


def td_loss(b, gamma=0.95):
    pred = q(b["s"]).gather(1, b["a"][:, None]).squeeze(1)
    with torch.no_grad():
        best = q(b["s2"]).argmax(dim=1, keepdim=True)
        boot = target_q(b["s2"]).gather(1, best).squeeze(1)
    goal = torch.as_tensor((b["r"] + gamma * boot).numpy())
    return nn.functional.smooth_l1_loss(pred, goal)


loss = td_loss(batch)
opt.zero_grad()
loss.backward()
opt.step()
with torch.no_grad():
    for t, p in zip(target_q.parameters(), q.parameters()):
        t.lerp_(p, 0.01)
