import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal

LOG_SIG_MAX, LOG_SIG_MIN, epsilon = 2, -20, 1e-6


class GaussianPolicy(nn.Module):
    def __init__(self, num_inputs, num_actions, hidden=5):
        super().__init__()
        self.linear = nn.Linear(num_inputs, hidden)
        self.mean = nn.Linear(hidden, num_actions)
        self.log_std = nn.Linear(hidden, num_actions)
        self.register_buffer("action_scale", torch.tensor(2.0))

    def sample(self, state):
        x = F.relu(self.linear(state))
        mean = self.mean(x)
        std = torch.clamp(self.log_std(x), min=LOG_SIG_MIN, max=LOG_SIG_MAX).exp()
        normal = Normal(mean, std)
        x_t = normal.rsample()
        y_t = torch.tanh(x_t)
        log_prob = normal.log_prob(x_t)
        log_prob -= torch.log(self.action_scale * (1 - y_t.pow(2)) + epsilon)
        return y_t * self.action_scale, log_prob.sum(1, keepdim=True)


class QNetwork(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.a, self.b = (nn.Sequential(nn.Linear(n, 5), nn.ReLU(), nn.Linear(5, 1)) for _ in range(2))

    def forward(self, s, a):
        xu = torch.cat([s, a], 1)
        return self.a(xu), self.b(xu)


torch.manual_seed(11)
policy, critic, critic_target = GaussianPolicy(3, 2), QNetwork(5), QNetwork(5)
critic_target.load_state_dict(critic.state_dict())
log_alpha = torch.zeros(1, requires_grad=True)
optims = {
    "q": torch.optim.Adam(critic.parameters(), lr=1e-2),
    "pi": torch.optim.Adam(policy.parameters(), lr=1e-2),
    "alpha": torch.optim.Adam([log_alpha], lr=1e-2),
}
alpha = log_alpha.exp().item()
for updates in range(3):
    s, a, r, s2 = torch.randn(6, 3), torch.rand(6, 2), torch.randn(6, 1), torch.randn(6, 3)
    with torch.no_grad():
        a2, logp2 = policy.sample(s2)
        next_q = torch.min(*critic_target(s2, a2)) - alpha * logp2
        target = r + 0.99 * next_q
    qf_loss = sum(F.mse_loss(q, target) for q in critic(s, a))
    optims["q"].zero_grad()
    qf_loss.backward()
    optims["q"].step()

    pi, log_pi = policy.sample(s)
    policy_loss = ((alpha * log_pi) - torch.min(*critic(s, pi))).mean()
    optims["pi"].zero_grad()
    policy_loss.backward()
    optims["pi"].step()

    alpha_loss = -(log_alpha * (log_pi + -2.0).detach()).mean()
    optims["alpha"].zero_grad()
    alpha_loss.backward()
    optims["alpha"].step()
    alpha = log_alpha.exp().item()
    with torch.no_grad():
        for tp, p in zip(critic_target.parameters(), critic.parameters()):
            tp.mul_(0.995).add_(p, alpha=0.005)
