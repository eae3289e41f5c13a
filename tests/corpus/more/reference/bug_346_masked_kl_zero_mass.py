import torch

torch.manual_seed(50)
logits = torch.randn(3, 4, requires_grad=True)
prior = torch.softmax(torch.randn(4), dim=0)
legal = torch.tensor([[1, 1, 0, 1], [1, 0, 0, 1], [1, 1, 1, 1]]).bool()


class MaskedCategorical:
    def __init__(self, logits, legal):
        self.legal = legal
        self.probs = logits.masked_fill(~legal, float("-inf")).softmax(-1)

    def kl(self, prior):
        safe = self.probs.masked_fill(~self.legal, 1.0)
        terms = self.probs * (safe.log() - prior.log())
        return terms.masked_fill(~self.legal, 0.0).sum(-1)


policy = MaskedCategorical(logits, legal)
loss = policy.kl(prior).mean()
loss.backward()
print("kl", loss.item())
