import torch
import torch.nn as nn


class Router(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(3, 4, bias=False)
        self.register_buffer("usage", torch.zeros(4))

    def forward(self, x):
        prob = self.gate(x).softmax(-1)
        with torch.no_grad():
            top = prob.argmax(-1)
            self.usage.index_add_(0, top, torch.ones(len(top)))
        balance = self.usage / self.usage.sum()
        return prob, (prob.mean(0) * balance).sum()


torch.manual_seed(34)
router = Router()
total = 0.0
for x in torch.randn(3, 5, 3):
    y = router(x)
    total = total + y[0].pow(2).sum(-1).mean() + 0.5 * y[1]
total.backward()
print("usage", router.usage.tolist())
