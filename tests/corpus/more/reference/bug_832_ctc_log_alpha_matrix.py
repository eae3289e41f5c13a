import torch

torch.manual_seed(833)
T, S = 4, 3
logits = torch.randn(T, S, requires_grad=True)


def forward_score(log_probs):
    pad = torch.full((S - 1,), -10.0)
    alpha = torch.cat([log_probs[0, :1], pad])
    for t in range(1, T):
        step = torch.cat([torch.full((1,), -10.0), alpha[:-1]])
        alpha = torch.logaddexp(alpha, step) + log_probs[t]
    return alpha[-1]


loss = -forward_score(torch.log_softmax(logits, dim=1))
loss.backward()
