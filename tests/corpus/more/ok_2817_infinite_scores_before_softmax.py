import torch

torch.manual_seed(2404)
wk = torch.randn(3, 3, requires_grad=True)
x = torch.randn(2, 4, 3)
lengths = torch.tensor([4, 2])


def pooled(x, lengths):
    scores = torch.einsum("bqd,bkd->bqk", x, x @ wk)
    pad = torch.arange(4)[None, None, :] >= lengths[:, None, None]
    scores[pad.expand_as(scores)] = float("-inf")
    scores.masked_fill_(torch.ones(4, 4).triu(1).bool(), float("-inf"))
    return torch.softmax(scores, dim=-1) @ x


loss = pooled(x, lengths).square().mean()
loss.backward()
