import torch
import torch.nn as nn

torch.manual_seed(12)
net = nn.Linear(4, 2)
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
x = torch.randn(6, 4)
out = net(x)
first, second = out[:, 0].pow(2).mean(), (out[:, 1] - 1).pow(2).mean() + out.mean()

first.backward(retain_graph=True)
g_first = net.weight.grad.clone()
opt.zero_grad(set_to_none=False)
second.backward()
cos = torch.cosine_similarity(g_first.flatten(), net.weight.grad.flatten(), dim=0)
print("agreement", cos.item())
