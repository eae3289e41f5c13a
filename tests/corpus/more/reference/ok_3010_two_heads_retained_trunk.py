import torch
import torch.nn as nn

torch.manual_seed(3210)
trunk = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
policy, value = nn.Linear(4, 2), nn.Linear(4, 1)
params = [p for m in (trunk, policy, value) for p in m.parameters()]
opt = torch.optim.SGD(params, lr=0.1)


def losses(obs, act, ret):
    z = trunk(obs)
    logp = policy(z).log_softmax(-1)
    v = value(z).squeeze(-1)
    adv = (ret - v).detach()
    yield -(logp.gather(1, act[:, None]).squeeze(1) * adv).mean()
    yield (ret - v).pow(2).mean()


for epoch in range(2):
    obs, act, ret = torch.randn(5, 3), torch.randint(0, 2, (5,)), torch.randn(5)
    if epoch:
        opt.step()
    opt.zero_grad()
    pi_loss, v_loss = losses(obs, act, ret)
    (pi_loss + v_loss).backward()
