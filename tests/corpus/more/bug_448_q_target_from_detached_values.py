import torch
import torch.nn as nn

torch.manual_seed(4057)
qnet = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
state, next_state = torch.randn(5, 3), torch.randn(5, 3)
action = torch.tensor([0, 1, 1, 0, 1])
reward = torch.randn(5)


def td_update(gamma=0.9):
    q = qnet(state)
    with torch.no_grad():
        bootstrap = reward + gamma * qnet(next_state).amax(dim=1)
    target = q.detach()
    target[torch.arange(5), action] = bootstrap
    return nn.functional.mse_loss(q, target)


loss = td_update()
loss.backward()
print("td loss", loss.item())
