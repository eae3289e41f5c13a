import torch


class LogForward:
    def __init__(self, trans, start):
        self.trans, self.start = trans, start

    def table(self, emissions):
        steps, states = emissions.shape
        alpha = torch.full((steps, states), float("-inf"))
        alpha[0] = self.start + emissions[0]
        for t in range(1, steps):
            reach = alpha[t - 1].unsqueeze(1) + self.trans
            alpha[t] = torch.logsumexp(reach, dim=0) + emissions[t]
        return alpha

    def __call__(self, emissions):
        return self.table(emissions)[-1].logsumexp(0)


torch.manual_seed(3211)
trans = torch.randn(3, 3, requires_grad=True)
crf = LogForward(trans, start=torch.zeros(3))
emissions = torch.randn(5, 3)
path = torch.tensor([0, 1, 1, 2, 0])
gold = emissions[range(5), path].sum() + trans[path[:-1], path[1:]].sum()
loss = crf(emissions) - gold
loss.backward()
