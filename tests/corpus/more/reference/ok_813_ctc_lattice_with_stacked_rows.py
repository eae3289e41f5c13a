import torch

torch.manual_seed(812)
T, S = 4, 3
logits = torch.randn(T, S, requires_grad=True)
log_probs = torch.log_softmax(logits, dim=1)

alpha = torch.cat([log_probs[0, :1], torch.full((S - 1,), -10.0)])
for t in range(1, T):
    step = torch.cat([torch.full((1,), -10.0), alpha[:-1]])
    alpha = torch.logsumexp(torch.stack([alpha, step]), dim=0) + log_probs[t]
loss = -alpha[-1]
loss.backward()
