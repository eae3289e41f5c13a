import torch

torch.manual_seed(2130)
trans_logits = torch.randn(3, 3, requires_grad=True)
emit_logits = torch.randn(3, 4, requires_grad=True)
reads = [0, 2, 1, 3, 3]


def log_likelihood(obs):
    trans = torch.softmax(trans_logits, dim=1)
    emit = torch.softmax(emit_logits, dim=1)
    alpha = torch.zeros(len(obs), 3)
    alpha[0] = emit[:, obs[0]] / 3
    for t, symbol in enumerate(obs[1:], start=1):
        prior = alpha[t - 1] @ trans
        alpha[t] = prior * emit[:, symbol]
    return torch.log(alpha[-1].sum())


loss = -log_likelihood(reads)
loss.backward()
