import torch
import torch.nn as nn


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.adapter = nn.Linear(4, 4)
        self.head = nn.Linear(4, 2)

    def forward(self, x):
        h = torch.relu(self.body(x))
        return self.head(h + self.adapter(h))


torch.manual_seed(4052)
model = Backbone()
for p in model.parameters():
    p.requires_grad = False
for p in model.adapter.parameters():
    p.requires_grad = True
model.head.requires_grad = True

loss = model(torch.randn(5, 3)).logsumexp(1).mean()
loss.backward()
print([n for n, p in model.named_parameters() if p.grad is not None])
