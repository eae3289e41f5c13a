import torch

torch.manual_seed(812)
T, S = 4, 3
logits = torch.randn(T, S, requires_grad=True)
log_probs = torch.log_softmax(logits, dim=1)

log_alpha = torch.full((T, S), -10.0)
log_alpha[0, 0] = log_probs[0, 0]
for t in range(1, T):
    step = torch.cat([torch.full((1,), -10.0), log_alpha[t - 1, :-1]])
    both = torch.stack([log_alpha[t - 1], step])
    log_alpha[t] = torch.logsumexp(both, dim=0) + log_probs[t]
loss = -log_alpha[-1, -1]
loss.backward()
