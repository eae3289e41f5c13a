import torch
temp = torch.nn.Parameter(torch.tensor(1.0))
logits, y = torch.randn(8, 3), torch.randint(0, 3, (8,))
opt = torch.optim.LBFGS([temp], lr=0.1)
def closure():
    opt.zero_grad()
    loss = torch.nn.functional.cross_entropy(logits / temp, y)
    loss.backward()
    return loss
opt.step(closure)
if temp < 0.1:
    print("sharp")
