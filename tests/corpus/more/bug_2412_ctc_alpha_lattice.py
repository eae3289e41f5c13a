import torch


def logadd(a, b):
    m = torch.maximum(a, b)
    return m + ((a - m).exp() + (b - m).exp()).log()


def ctc_like_score(log_probs, labels):
    T, S = log_probs.shape[0], len(labels)
    alpha = torch.full((T, S), -50.0)
    alpha[0, 0] = log_probs[0, labels[0]]
    for t in range(1, T):
        emit = log_probs[t, labels]
        alpha[t, 0] = alpha[t - 1, 0] + emit[0]
        alpha[t, 1:] = logadd(alpha[t - 1, 1:], alpha[t - 1, :-1]) + emit[1:]
    return alpha[-1, -1]


torch.manual_seed(25)
logits = torch.randn(4, 3, requires_grad=True)
labels = torch.tensor([1, 2, 1])
loss = -ctc_like_score(torch.log_softmax(logits, dim=-1), labels)
loss.backward()
print(logits.grad)
