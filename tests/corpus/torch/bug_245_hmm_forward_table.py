import torch

torch.manual_seed(324)
trans_logit = torch.randn(3, 3, requires_grad=True)
emit = torch.rand(4, 3)


def likelihood(A, emit):
    T, K = emit.shape
    alpha = torch.zeros(T, K)
    alpha[0] = emit[0] / K
    for t in range(1, T):
        alpha[t] = (alpha[t - 1] @ A) * emit[t]
    return alpha[-1].sum()


loss = -likelihood(trans_logit.softmax(dim=1), emit).log()
loss.backward()
print("nll", loss.item())
