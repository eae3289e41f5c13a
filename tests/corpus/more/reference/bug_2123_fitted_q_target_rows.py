import torch
import torch.nn as nn
import torch.nn.functional as F


class Agent:
    def __init__(self, n_obs, n_actions, gamma=0.9):
        self.gamma = gamma
        self.q_net = nn.Sequential(nn.Linear(n_obs, 8), nn.ReLU(), nn.Linear(8, n_actions))

    def learn(self, states, actions, rewards, next_states, done):
        q = self.q_net(states)
        with torch.no_grad():
            best_next = self.q_net(next_states).max(dim=1).values
        target = q.detach().clone()
        rows = torch.arange(len(actions))
        target[rows, actions] = rewards + self.gamma * best_next * (1 - done)
        loss = F.mse_loss(q, target)
        loss.backward()
        return loss.item()


torch.manual_seed(13)
agent = Agent(3, 2)
loss_value = agent.learn(torch.randn(4, 3), torch.tensor([0, 1, 1, 0]), torch.ones(4),
                         torch.randn(4, 3), torch.tensor([0.0, 0.0, 1.0, 0.0]))
print("loss", loss_value)
