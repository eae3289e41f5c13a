import torch
import torch.nn.functional as F

torch.manual_seed(60)
q = torch.randn(2, 3, 4, requires_grad=True)
k = torch.randn(2, 3, 4)
v = torch.randn(2, 3, 4)


def attend(query, key, value):
    attn = torch.softmax(query @ key.mT / 2.0, dim=-1)
    attn = F.dropout(attn, p=0.4, training=True)
    return attn @ value


loss = attend(q, k, v).pow(2).sum()
loss.backward()
