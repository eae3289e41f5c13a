import torch

torch.manual_seed(2207)
trans = torch.randn(3, 3, requires_grad=True)
feats = torch.randn(5, 3, requires_grad=True)
gold = [0, 2, 2, 1, 0]


def partition(emissions):
    steps, tags = emissions.shape
    alpha = [emissions[0]]
    for t in range(1, steps):
        scores = alpha[t - 1].unsqueeze(1) + trans
        alpha.append(torch.logsumexp(scores, dim=0) + emissions[t])
    return torch.logsumexp(alpha[-1].clone(), dim=0)


def path_score(emissions, tags):
    hops = sum(trans[a, b] for a, b in zip(tags, tags[1:]))
    return hops + emissions[range(len(tags)), tags].sum()


loss = partition(feats) - path_score(feats, gold)
loss.backward()
