import torch
import torch.nn as nn


class ActorNetwork(nn.Module):
    def __init__(self, obs_dim, n_actions):
        super().__init__()
        self.fc1 = nn.Linear(obs_dim, 5)
        self.fc2 = nn.Linear(5, 5)
        self.pi = nn.Linear(5, n_actions)

    def forward(self, state):
        x = torch.relu(self.fc1(state))
        x = torch.relu(self.fc2(x))
        return torch.tanh(self.pi(x))


class Agent:
    def __init__(self, obs_dim, n_actions, n_agents):
        self.actor = ActorNetwork(obs_dim, n_actions)
        joint = n_agents * (obs_dim + n_actions)
        self.critic = nn.Sequential(nn.Linear(joint, 6), nn.ReLU(), nn.Linear(6, 1))
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-2)


torch.manual_seed(6)
agents = [Agent(3, 2, 2) for _ in range(2)]
states = [torch.randn(4, 3) for _ in agents]
joint_state = torch.cat(states, dim=1)
mu = torch.cat([agent.actor(s) for agent, s in zip(agents, states)], dim=1)

for agent in agents:
    actor_loss = -agent.critic(torch.cat([joint_state, mu], dim=1)).mean()
    agent.actor_optimizer.zero_grad()
    actor_loss.backward(retain_graph=True)
    agent.actor_optimizer.step()
