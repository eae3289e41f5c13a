import torch
from torch import nn
def test_shapes():
    x = torch.randn(2, 3, requires_grad=True).unsqueeze(0)
    out = nn.functional.softmax(x, -1)
    out.sum().backward()
    assert out.shape == (1, 2, 3)
test_shapes()
