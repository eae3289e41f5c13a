import random, torch
layers = [torch.nn.Linear(3, 3) for _ in range(3)]
first, *rest = layers
*body, head = layers
opt = torch.optim.SGD([p for l in layers for p in l.parameters()], lr=0.1)
for _ in range(2):
    opt.zero_grad()
    x = first(torch.randn(2, 3))
    for l in rest:
        x = l(x)
    act = random.choice([torch.relu, torch.tanh])
    x = act(x)
    l = random.choice(rest)
    (x + l(x)).sum().backward()
    opt.step()
