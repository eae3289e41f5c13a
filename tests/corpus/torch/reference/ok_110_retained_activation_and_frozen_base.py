import torch
import torch.nn as nn


def freeze(module):
    for p in module.parameters():
        p.requires_grad = False
    return module.eval()


torch.manual_seed(140)
base = freeze(nn.Sequential(nn.Linear(3, 4), nn.GELU()))
adapter, head = nn.Linear(4, 4), nn.Linear(4, 2)
trainable = [p for m in (base, adapter, head) for p in m.parameters() if p.requires_grad]
opt = torch.optim.AdamW(trainable, lr=1e-3)
x, y = torch.randn(5, 3), torch.randint(0, 2, (5,))
captured = {}

for step in range(2):
    with torch.no_grad():
        feat = base(x)
    act = adapter(feat)
    act.retain_grad()
    captured["act"] = act
    loss = nn.functional.cross_entropy(head(torch.relu(act) + feat), y)
    opt.zero_grad()
    loss.backward()
    importance = (act.grad * act.detach()).sum(0)
    opt.step()
print(importance, all(p.grad is None for p in base.parameters()))
