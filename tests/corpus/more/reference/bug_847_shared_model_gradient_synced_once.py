import torch
import torch.nn as nn

torch.manual_seed(848)
shared_model, model = nn.Linear(3, 1), nn.Linear(3, 1)
optimizer = torch.optim.SGD(shared_model.parameters(), lr=0.1)


def ensure_shared_grads(model, shared_model):
    for param, shared_param in zip(model.parameters(), shared_model.parameters()):
        shared_param._grad = param.grad


for rollout in torch.randn(2, 4, 3):
    model.load_state_dict(shared_model.state_dict())
    model.zero_grad()
    loss = (model(rollout) - 1.0).pow(2).mean()
    loss.backward()
    ensure_shared_grads(model, shared_model)
    optimizer.step()
