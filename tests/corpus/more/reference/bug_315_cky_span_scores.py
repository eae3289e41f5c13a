import torch


class InsideChart:
    def __init__(self, leaves):
        n = leaves.shape[0]
        self.n = n
        self.chart = {(i, i): leaves[i] for i in range(n)}

    def combine(self, i, j):
        splits = [self.chart[i, k] * self.chart[k + 1, j] for k in range(i, j)]
        return torch.stack(splits).sum()

    def fill(self, merge):
        for width in range(1, self.n):
            for i in range(self.n - width):
                self.chart[i, i + width] = merge * self.combine(i, i + width)
        return self.chart[0, self.n - 1]


torch.manual_seed(90)
emit = torch.randn(4, requires_grad=True)
merge = torch.tensor(0.8, requires_grad=True)
chart = InsideChart(emit.exp())
loss = -chart.fill(merge).log()
loss.backward()
print("inside", loss.item(), emit.grad)
