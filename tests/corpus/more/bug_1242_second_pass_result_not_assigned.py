import torch
import torch.nn as nn


class SAM:
    def __init__(self, params, rho=0.05, lr=0.1):
        self.params, self.rho, self.lr = list(params), rho, lr

    @torch.no_grad()
    def first_step(self):
        self.shift = [self.rho * p.grad for p in self.params]
        for p, e in zip(self.params, self.shift):
            p.add_(e)
            p.grad = None

    @torch.no_grad()
    def second_step(self):
        for p, e in zip(self.params, self.shift):
            p.sub_(e + self.lr * p.grad)


torch.manual_seed(1242)
backbone = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
sam, criterion = SAM(backbone.parameters()), nn.CrossEntropyLoss()
inputs, labels = torch.randn(4, 2), torch.tensor([0, 1, 1, 0])

loss = criterion(backbone(inputs), labels)
loss.backward(retain_graph=True)
sam.first_step()
criterion(backbone(inputs), labels)
loss.backward()
sam.second_step()
