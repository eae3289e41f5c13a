import torch
import torch.nn as nn


class GatherSequence(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return g


def deepstack_process(hidden, visual_mask, visual_embeds):
    update = torch.zeros_like(hidden).index_put((visual_mask,), visual_embeds)
    return hidden + update


torch.manual_seed(944)
layer, visual = nn.Linear(3, 3), nn.Linear(2, 3)
visual_mask = torch.tensor([False, True, True, False])
hidden = GatherSequence.apply(layer(torch.randn(4, 3)))
hidden = deepstack_process(hidden, visual_mask, visual(torch.randn(2, 2)))
loss = hidden.pow(2).mean()
loss.backward()
