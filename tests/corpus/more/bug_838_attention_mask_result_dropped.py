import torch
import torch.nn as nn

torch.manual_seed(839)
to_q = nn.Linear(2, 2, bias=False)
enc = torch.randn(2, 4, 2)
dec = torch.randn(2, 2)
lengths = torch.tensor([4, 2])
pad = torch.arange(4)[None, :] >= lengths[:, None]

e = torch.einsum("btd,bd->bt", enc, to_q(dec))
e.masked_fill(pad, -float("inf"))
w = torch.softmax(2.0 * e, dim=1)
context = (enc * w[..., None]).sum(1)
loss = context.pow(2).sum()
loss.backward()
