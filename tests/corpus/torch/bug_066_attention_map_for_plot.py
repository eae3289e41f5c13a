import numpy as np
import torch

torch.manual_seed(240)
logits = torch.randn(2, 4, requires_grad=True)
values = torch.randn(4, 3)


def to_picture(t):
    arr = t.detach().cpu().numpy()
    np.multiply(arr, 255.0, out=arr)
    return arr.astype(np.uint8)


att = torch.softmax(logits, dim=-1)
out = att @ values
picture = to_picture(att)
loss = out.pow(2).sum()
loss.backward()
