import torch

torch.manual_seed(48)
S, T = 3, 4
trans_logits = torch.randn(S, S, requires_grad=True)
emit = torch.softmax(torch.randn(S, 2), dim=1)
obs = [0, 1, 1, 0]


def likelihood(logits):
    A = logits.softmax(dim=1)
    alpha = [emit[:, obs[0]] / S]
    for t in range(1, T):
        alpha.append((alpha[t - 1] @ A) * emit[:, obs[t]])
    return alpha[-1].sum()


loss = -likelihood(trans_logits).log()
loss.backward()
