import torch
from torch import nn


class Layout(nn.Module):
    def __init__(self, nodes: int):
        super().__init__()
        self.position = nn.Parameter(torch.randn(nodes, 2))

    def centre(self, first: int):
        movable = self.position.view(-1, 2)[first:]
        offset = movable.detach().mean(0)
        movable -= offset
        return movable

    def stress(self, goal):
        moved = self.centre(first=1)
        gap = moved[:, None] - moved[None]
        return (gap.square().sum(-1) - goal).square().mean()


torch.manual_seed(309)
layout = Layout(4)
stress = layout.stress(goal=torch.ones(3, 3))
stress.backward()
