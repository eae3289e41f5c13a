import torch


def sparse_probs(z):
    positive = torch.relu(z)
    return positive / positive.sum(dim=-1, keepdim=True)


def entropy(p):
    plogp = torch.where(p > 0, p * torch.log(p), torch.zeros_like(p))
    return -plogp.sum(dim=-1)


class SparsityTerm:
    def __init__(self, target):
        self.target = target

    def __call__(self, z):
        return (entropy(sparse_probs(z)) - self.target).abs().mean()


scores = torch.tensor([[1.2, -0.4, 0.6], [0.3, 0.9, -1.0]], requires_grad=True)
values = torch.tensor([[1.0], [2.0], [-1.0]])
context = sparse_probs(scores) @ values
term = SparsityTerm(0.3)
loss = context.pow(2).sum() + 0.1 * term(scores)
loss.backward()
print("loss", loss.item(), "grad", scores.grad)
