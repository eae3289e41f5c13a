import torch
import torch.nn as nn
from torch.distributions import Categorical


def layer_init(layer, std=2 ** 0.5, bias_const=0.0):
    torch.nn.init.orthogonal_(layer.weight, std)
    torch.nn.init.constant_(layer.bias, bias_const)
    return layer


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.critic = nn.Sequential(layer_init(nn.Linear(3, 8)), nn.Tanh(), layer_init(nn.Linear(8, 1), std=1.0))
        self.actor = nn.Sequential(layer_init(nn.Linear(3, 8)), nn.Tanh(), layer_init(nn.Linear(8, 2), std=0.01))

    def get_action_and_value(self, x, action=None):
        probs = Categorical(logits=self.actor(x))
        if action is None:
            action = probs.sample()
        return action, probs.log_prob(action), probs.entropy(), self.critic(x)


torch.manual_seed(1)
num_steps, num_envs, gamma, lam, clip = 6, 2, 0.99, 0.95, 0.2
agent = Agent()
optimizer = torch.optim.Adam(agent.parameters(), lr=1e-2, eps=1e-5)
obs = torch.zeros((num_steps, num_envs, 3))
actions = torch.zeros((num_steps, num_envs), dtype=torch.long)
logprobs, rewards, values = (torch.zeros((num_steps, num_envs)) for _ in range(3))
next_obs = torch.randn(num_envs, 3)
for step in range(num_steps):
    obs[step] = next_obs
    with torch.no_grad():
        action, logprob, _, value = agent.get_action_and_value(next_obs)
        values[step] = value.flatten()
    actions[step] = action
    logprobs[step] = logprob
    next_obs = torch.roll(next_obs, 1, 1) + 0.1 * action[:, None]
    rewards[step] = next_obs.sum(1)

with torch.no_grad():
    next_value = agent.critic(next_obs).reshape(-1)
    advantages = torch.zeros_like(rewards)
    lastgaelam = 0
    for t in reversed(range(num_steps)):
        nextvalues = next_value if t == num_steps - 1 else values[t + 1]
        delta = rewards[t] + gamma * nextvalues - values[t]
        advantages[t] = lastgaelam = delta + gamma * lam * lastgaelam
    returns = advantages + values

b_obs, b_actions = obs.reshape(-1, 3), actions.reshape(-1)
b_logprobs, b_adv, b_ret, b_val = (t.reshape(-1) for t in (logprobs, advantages, returns, values))
for epoch in range(2):
    for mb in torch.randperm(num_steps * num_envs).split(6):
        _, newlogprob, entropy, newvalue = agent.get_action_and_value(b_obs[mb], b_actions[mb])
        ratio = (newlogprob - b_logprobs[mb]).exp()
        mb_adv = (b_adv[mb] - b_adv[mb].mean()) / (b_adv[mb].std() + 1e-8)
        pg_loss = torch.max(-mb_adv * ratio, -mb_adv * torch.clamp(ratio, 1 - clip, 1 + clip)).mean()
        newvalue = newvalue.view(-1)
        v_clipped = b_val[mb] + torch.clamp(newvalue - b_val[mb], -clip, clip)
        v_loss = 0.5 * torch.max((newvalue - b_ret[mb]) ** 2, (v_clipped - b_ret[mb]) ** 2).mean()
        loss = pg_loss - 0.01 * entropy.mean() + v_loss * 0.5
        optimizer.zero_grad()
        loss.backward()
        gnorm = nn.utils.clip_grad_norm_(agent.parameters(), 0.05)
        optimizer.step()
