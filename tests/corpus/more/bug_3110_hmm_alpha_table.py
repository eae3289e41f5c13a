import torch

torch.manual_seed(3111)
params = {
    "trans": torch.randn(3, 3, requires_grad=True),
    "emit": torch.randn(3, 4, requires_grad=True),
}
tokens = [0, 2, 3, 1, 1]


def likelihood(params, tokens):
    A = params["trans"].softmax(dim=1)
    B = params["emit"].softmax(dim=1)
    alpha = torch.empty(len(tokens), 3)
    alpha[0] = B[:, tokens[0]] / 3
    t = 1
    while t < len(tokens):
        alpha[t] = (alpha[t - 1] @ A) * B[:, tokens[t]]
        t += 1
    return alpha[-1].sum()


loss = -likelihood(params, tokens).log()
loss.backward()
print({k: v.grad for k, v in params.items()})
