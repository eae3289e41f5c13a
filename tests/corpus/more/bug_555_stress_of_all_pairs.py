import torch


class Layout(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.xy = torch.nn.Parameter(torch.randn(n, 2))

    def pairwise(self):
        diff = self.xy.unsqueeze(0) - self.xy.unsqueeze(1)
        return diff.pow(2).sum(dim=-1).sqrt()


def stress(d, goal):
    return (d - goal).pow(2).sum() / goal.pow(2).sum()


torch.manual_seed(28)
model = Layout(4)
layout = model.xy
hops = torch.tensor([[0.0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]])
loss = stress(model.pairwise(), hops)
loss.backward()
print(loss.item(), layout.grad.isnan().any().item())
