import torch


class EdgePruner:
    def __init__(self, threshold):
        self.threshold = threshold

    def __call__(self, scores):
        alpha = torch.exp(scores - scores.max())
        weak = alpha < self.threshold
        alpha = torch.where(weak, torch.tensor(1e-3), alpha)
        return alpha / alpha.sum()


torch.manual_seed(208)
att = torch.randn(6, requires_grad=True)
messages = torch.randn(6, 2)
out = EdgePruner(0.25)(att) @ messages
loss = out.pow(2).sum()
loss.backward()
