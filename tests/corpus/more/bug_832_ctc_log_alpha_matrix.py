import torch

torch.manual_seed(833)
T, S = 4, 3
logits = torch.randn(T, S, requires_grad=True)


def forward_score(log_probs):
    log_alpha = torch.full((T, S), -10.0)
    log_alpha[0, 0] = log_probs[0, 0]
    for t in range(1, T):
        stay = log_alpha[t - 1]
        step = torch.cat([torch.full((1,), -10.0), log_alpha[t - 1, :-1]])
        log_alpha[t] = torch.logaddexp(stay, step) + log_probs[t]
    return log_alpha[-1, -1]


loss = -forward_score(torch.log_softmax(logits, dim=1))
loss.backward()
