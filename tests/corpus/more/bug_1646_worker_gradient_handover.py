import torch
import torch.nn as nn


def ensure_shared_grads(model, shared_model):
    for param, shared_param in zip(model.parameters(), shared_model.parameters()):
        if shared_param.grad is not None:
            return
        shared_param._grad = param.grad


torch.manual_seed(1646)
shared, local = nn.Linear(3, 2), nn.Linear(3, 2)
opt = torch.optim.SGD(shared.parameters(), lr=0.1)
episodes = [(torch.randn(4, 3), torch.tensor([0, 1, 1, 0]), torch.randn(4)) for _ in range(2)]

for obs, acts, advantage in episodes:
    local.load_state_dict(shared.state_dict())
    logp = local(obs).log_softmax(-1).gather(1, acts[:, None]).squeeze(1)
    loss = -(logp * advantage).mean()
    local.zero_grad()
    loss.backward()
    ensure_shared_grads(local, shared)
    opt.step()
