import torch
import torch.nn as nn

T, N = 3, 2
torch.manual_seed(19)
policy = nn.Linear(3, 2)
buffer = {"obs": torch.zeros(T, N, 3), "act": torch.zeros(T, N, dtype=torch.long), "logp": torch.zeros(T, N)}

obs = torch.randn(N, 3)
for t in range(T):
    with torch.no_grad():
        dist = torch.distributions.Categorical(logits=policy(obs))
        act = dist.sample()
    buffer["obs"][t], buffer["act"][t], buffer["logp"][t] = obs, act, dist.log_prob(act)
    obs += 0.1 * torch.randn(N, 3)

adv = torch.linspace(-1, 1, T * N).view(T, N)
new = torch.distributions.Categorical(logits=policy(buffer["obs"])).log_prob(buffer["act"])
ratio = (new - buffer["logp"]).exp()
loss = -torch.min(ratio * adv, ratio.clamp(0.8, 1.2) * adv).mean()
loss.backward()
