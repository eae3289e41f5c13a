import torch
import torch.nn as nn


def ensure_shared_grads(model, shared_model):
    for param, shared_param in zip(model.parameters(), shared_model.parameters()):
        shared_param._grad = param.grad


class Worker:
    def __init__(self, shared):
        self.shared, self.model = shared, nn.Linear(3, 1)
        self.opt = torch.optim.SGD(shared.parameters(), lr=0.1)

    def update(self, obs, returns):
        self.model.load_state_dict(self.shared.state_dict())
        loss = (self.model(obs).squeeze(1) - returns).pow(2).mean()
        self.model.zero_grad()
        loss.backward()
        ensure_shared_grads(self.model, self.shared)
        self.opt.step()


torch.manual_seed(1247)
shared = nn.Linear(3, 1)
worker = Worker(shared)
for _ in range(3):
    worker.update(torch.randn(4, 3), torch.randn(4))
