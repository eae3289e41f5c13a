import torch
import torch.nn as nn

torch.manual_seed(29)
value = nn.Linear(3, 1)
feats, reward = torch.randn(7, 3), torch.randn(6)


def lambda_return(reward, value, gamma=0.97, lam=0.8):
    out = torch.empty_like(reward)
    nxt = value[-1]
    for t in range(len(reward) - 1, -1, -1):
        nxt = reward[t] + gamma * ((1 - lam) * value[t + 1] + lam * nxt)
        out[t] = nxt
    return out


v = value(feats).squeeze(1)
target = lambda_return(reward, v.detach())
loss = (v[:-1] - target).pow(2).mean()
loss.backward()
print("loss", loss.item())
