import torch

torch.manual_seed(40)
cost = torch.rand(3, 3, requires_grad=True)


def sinkhorn(c, eps=0.3, iters=2):
    logp = -c / eps
    for _ in range(iters):
        logp.sub_(torch.logsumexp(logp, dim=1, keepdim=True))
        logp.sub_(torch.logsumexp(logp, dim=0, keepdim=True))
    return logp.exp()


plan = sinkhorn(cost)
loss = (plan * cost).sum()
loss.backward()
