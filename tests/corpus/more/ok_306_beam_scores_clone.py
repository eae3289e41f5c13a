import torch

torch.manual_seed(5)
logits = torch.randn(2, 5, requires_grad=True)
BOS, EOS = 0, 4


def step_distribution(logits, allow_eos):
    probs = torch.softmax(logits, dim=-1)
    view = probs.clone()
    view[:, BOS] = 0.0
    if not allow_eos:
        view[:, EOS] = 0.0
    return probs, view / view.sum(-1, keepdim=True)


def entropy(p):
    return -(p * (p + 1e-9).log()).sum(-1).mean()


raw, filtered = step_distribution(logits, allow_eos=False)
chosen = filtered.argmax(dim=-1, keepdim=True)
loss = -filtered.gather(1, chosen).log().mean() + 0.1 * entropy(raw)
loss.backward()
