import torch


def soft_value_iteration(reward, transition, gamma=0.9, sweeps=2):
    V = torch.zeros(reward.shape[0])
    for _ in range(sweeps):
        for s in range(len(V)):
            backup = reward[s] + gamma * transition[s] @ V
            V[s] = torch.logsumexp(backup, dim=0)
    return V


torch.manual_seed(1633)
logits = torch.randn(3, 2, 3, requires_grad=True)
reward = torch.randn(3, 2)
expert = torch.tensor([1.0, 2.0, 1.5])
values = soft_value_iteration(reward, logits.softmax(dim=-1))
loss = (values - expert).pow(2).mean()
loss.backward()
