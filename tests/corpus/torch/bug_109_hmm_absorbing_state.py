import torch


class HiddenMarkov:
    def __init__(self, logits, emission):
        self.logits = logits
        self.emission = emission

    @property
    def transition(self):
        P = torch.softmax(self.logits, dim=1)
        P[-1] = torch.tensor([0.0, 0.0, 1.0])
        return P

    def log_likelihood(self, obs):
        P = self.transition
        belief = torch.tensor([0.6, 0.3, 0.1])
        total = 0.0
        for o in obs:
            belief = belief @ P * self.emission[:, o]
            norm = belief.sum()
            total = total + norm.log()
            belief = belief / norm
        return total


torch.manual_seed(19)
logits = torch.randn(3, 3, requires_grad=True)
emission = torch.tensor([[0.7, 0.3], [0.4, 0.6], [0.1, 0.9]])
hmm = HiddenMarkov(logits, emission)
loss = -hmm.log_likelihood([0, 1, 1, 0])
loss.backward()
print("nll", loss.item())
