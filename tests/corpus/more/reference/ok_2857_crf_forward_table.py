import torch


def log_partition(emit, trans, start):
    T, K = emit.shape
    alpha = [start + emit[0]]
    for t in range(1, T):
        alpha.append(torch.logsumexp(alpha[t - 1].unsqueeze(1) + trans, dim=0) + emit[t])
    return torch.logsumexp(alpha[-1], dim=0)


def path_score(emit, trans, start, tags):
    score = start[tags[0]] + emit[torch.arange(len(tags)), tags].sum()
    return score + trans[tags[:-1], tags[1:]].sum()


torch.manual_seed(607)
trans = torch.randn(3, 3, requires_grad=True)
start = torch.zeros(3, requires_grad=True)
emit, tags = torch.randn(5, 3), torch.tensor([0, 2, 1, 1, 0])
loss = log_partition(emit, trans, start) - path_score(emit, trans, start, tags)
loss.backward()
