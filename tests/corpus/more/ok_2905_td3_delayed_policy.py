import copy
import torch
import torch.nn as nn
import torch.nn.functional as F


class Actor(nn.Module):
    def __init__(self, state_dim, action_dim, max_action):
        super().__init__()
        self.l1 = nn.Linear(state_dim, 6)
        self.l2 = nn.Linear(6, action_dim)
        self.max_action = max_action

    def forward(self, state):
        a = F.relu(self.l1(state))
        return self.max_action * torch.tanh(self.l2(a))


class Critic(nn.Module):
    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.q1 = nn.Sequential(nn.Linear(state_dim + action_dim, 6), nn.ReLU(), nn.Linear(6, 1))
        self.q2 = nn.Sequential(nn.Linear(state_dim + action_dim, 6), nn.ReLU(), nn.Linear(6, 1))

    def forward(self, state, action):
        sa = torch.cat([state, action], 1)
        return self.q1(sa), self.q2(sa)

    def Q1(self, state, action):
        return self.q1(torch.cat([state, action], 1))


class TD3:
    def __init__(self, state_dim=3, action_dim=1, tau=0.05, policy_freq=2):
        self.actor = Actor(state_dim, action_dim, 1.0)
        self.actor_target = copy.deepcopy(self.actor)
        self.critic = Critic(state_dim, action_dim)
        self.critic_target = copy.deepcopy(self.critic)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=3e-3)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=3e-3)
        self.tau, self.policy_freq, self.total_it, self.last = tau, policy_freq, 0, {}

    def train(self, state, action, next_state, reward, not_done):
        self.total_it += 1
        with torch.no_grad():
            noise = (torch.randn_like(action) * 0.2).clamp_(-0.5, 0.5)
            next_action = (self.actor_target(next_state) + noise).clamp(-1.0, 1.0)
            target_Q = torch.min(*self.critic_target(next_state, next_action))
            target_Q = reward + not_done * 0.99 * target_Q
        current_Q1, current_Q2 = self.critic(state, action)
        critic_loss = F.mse_loss(current_Q1, target_Q) + F.mse_loss(current_Q2, target_Q)
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()
        if self.total_it % self.policy_freq == 0:
            actor_loss = -self.critic.Q1(state, self.actor(state)).mean()
            self.actor_optimizer.zero_grad()
            actor_loss.backward()
            self.actor_optimizer.step()
            self.last["actor"] = actor_loss.item()
            for net, target in ((self.critic, self.critic_target), (self.actor, self.actor_target)):
                for param, target_param in zip(net.parameters(), target.parameters()):
                    target_param.data.copy_(self.tau * param.data + (1 - self.tau) * target_param.data)


torch.manual_seed(7)
agent = TD3()
for _ in range(4):
    batch = torch.randn(6, 3), torch.rand(6, 1) * 2 - 1, torch.randn(6, 3), torch.randn(6, 1), torch.ones(6, 1)
    agent.train(*batch)
