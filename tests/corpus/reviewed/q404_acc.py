import torch
net = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
step = 0
for x in torch.randn(8, 2, 3):
    net(x).pow(2).mean().backward()
    step += 1
    if step % 4:
        continue
    opt.step()
    opt.zero_grad(set_to_none=True)
