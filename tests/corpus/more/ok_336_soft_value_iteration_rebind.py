import torch

torch.manual_seed(85)
reward = torch.randn(4, 2, requires_grad=True)
transition = torch.rand(4, 2, 4).softmax(-1)
policy_rows = torch.zeros(5, 4)


def backup(value, gamma=0.8):
    return reward + gamma * torch.einsum("sat,t->sa", transition, value)


value = torch.zeros(4)
sweeps = []
for k in range(5):
    q = backup(value)
    value = torch.logsumexp(q, dim=1)
    policy_rows[k] = (q - value[:, None]).exp()[:, 0].detach()
    sweeps.append(value)
    value = value.clone()
    value[3] = 0.0
residual = (sweeps[-1] - sweeps[-2]).square().sum()
loss = -sweeps[-1].mean() + residual
loss.backward()
print(policy_rows[-1].tolist())
