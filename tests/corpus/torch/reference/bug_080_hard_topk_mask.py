import torch
import torch.nn as nn

torch.manual_seed(254)
router = nn.Linear(3, 4, bias=False)
experts = nn.ModuleList([nn.Linear(3, 1) for _ in range(4)])
x = torch.randn(5, 3)

scores = router(x)
hard = torch.zeros(5, 4).scatter(1, scores.topk(2, dim=1).indices, 1.0)
chosen = hard * scores.softmax(1)
outputs = torch.cat([e(x) for e in experts], dim=1)
loss = (outputs * chosen).sum(1).pow(2).mean()
loss.backward()
