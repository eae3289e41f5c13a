import torch


def forward_table(initial, transition, emission):
    steps, states = emission.shape
    alpha = torch.zeros(steps, states)
    alpha[0] = initial * emission[0]
    for t in range(1, steps):
        alpha[t] = (alpha[t - 1].clone() @ transition.softmax(dim=1)) * emission[t]
    return alpha


torch.manual_seed(314)
transition = torch.randn(3, 3, requires_grad=True)
emission = torch.rand(5, 3)
table = forward_table(torch.full((3,), 1 / 3), transition, emission)
nll = -table[-1].sum().log()
nll.backward()
