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
new = policy(buffer["obs"]).log_softmax(-1).gather(-1, buffer["act"][..., None]).squeeze(-1)
loss = -(new * adv).mean()
loss.backward()
