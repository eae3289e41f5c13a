import torch
import torch.nn as nn


def imagine(action_model, value_model, start, horizon=3):
    state, values = start, []
    for _ in range(horizon):
        state = torch.tanh(state + action_model(state))
        values.append(value_model(state))
    return torch.stack(values)


def lambda_target(values, gamma=0.9):
    target = values[-1]
    for v in reversed(values[:-1].unbind(0)):
        target = 0.5 * v + 0.5 * gamma * target
    return target


torch.manual_seed(1240)
action_model = nn.Linear(3, 3)
value_model = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
action_opt = torch.optim.Adam(action_model.parameters(), lr=0.01)
value_opt = torch.optim.Adam(value_model.parameters(), lr=0.01)

values = imagine(action_model, value_model, torch.randn(4, 3))
target = lambda_target(values)
value_loss = 0.5 * (values[0] - target.detach()).pow(2).mean()
action_loss = -target.mean()
value_opt.zero_grad()
value_loss.backward(retain_graph=True)
action_opt.zero_grad()
action_loss.backward()
value_opt.step()
action_opt.step()
