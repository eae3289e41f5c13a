import torch


def forward_table(initial, transition, emission):
    steps, states = emission.shape
    alpha = emission.new_zeros(steps, states)
    alpha[0] = initial + emission[0]
    log_a = transition.log_softmax(dim=1)
    for t in range(1, steps):
        joint = alpha[t - 1].clone().unsqueeze(1) + log_a
        alpha[t] = joint.logsumexp(dim=0) + emission[t]
    return alpha


torch.manual_seed(402)
transition = torch.randn(3, 3, requires_grad=True)
emission = torch.rand(5, 3).log()
table = forward_table(torch.full((3,), 1 / 3).log(), transition, emission)
nll = -table[-1].logsumexp(dim=0)
nll.backward()
