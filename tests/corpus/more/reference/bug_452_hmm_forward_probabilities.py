import torch

torch.manual_seed(4006)
trans_logit = torch.randn(3, 3, requires_grad=True)
emit = torch.rand(5, 3) + 0.1
start = torch.tensor([0.6, 0.3, 0.1])


def likelihood(trans_logit):
    trans = torch.softmax(trans_logit, dim=1)
    alpha = start * emit[0]
    for t in range(1, 5):
        alpha = (alpha @ trans) * emit[t]
    return alpha.sum()


loss = -likelihood(trans_logit).log()
loss.backward()
