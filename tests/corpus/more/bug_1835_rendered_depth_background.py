import torch
import torch.nn as nn

torch.manual_seed(1835)
disp_head = nn.Linear(3, 1)
rays = torch.randn(6, 3)
alpha = torch.tensor([0.9, 0.0, 0.7, 1.0, 0.0, 0.4])
measured = 1 + torch.rand(6)


def render_depth(features):
    disparity = 0.1 + torch.sigmoid(disp_head(features)).squeeze(-1)
    depth = disparity.reciprocal()
    depth[alpha == 0] = 10.0
    return depth


depth = render_depth(rays)
weights = (alpha > 0) + 0.1
loss = (weights * (depth - measured).abs()).mean()
loss.backward()
