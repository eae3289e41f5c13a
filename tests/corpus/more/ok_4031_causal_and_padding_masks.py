import torch

torch.manual_seed(41)
x = torch.randn(2, 4, 3)
wq = torch.randn(3, 3, requires_grad=True)
pad = torch.zeros(2, 4, dtype=torch.bool)
pad[1, 3:] = True

mask = torch.ones(4, 4, dtype=torch.bool).triu_(1).repeat(2, 1, 1)
mask |= pad.unsqueeze(1)
mask[:, torch.arange(4), torch.arange(4)] = False

scores = (x @ wq) @ x.transpose(1, 2)
scores.div_(3 ** 0.5)
scores.masked_fill_(mask, float("-inf"))
attn = scores.softmax(-1)
out = attn @ x
loss = out.masked_fill(pad.unsqueeze(-1), 0.0).pow(2).sum()
loss.backward()
print("max weight", attn.max().item())
