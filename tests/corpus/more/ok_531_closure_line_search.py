import torch

torch.manual_seed(60)
t = torch.linspace(0, 1, 9)
obs = torch.exp(-2 * t) + 0.3
coef = torch.nn.Parameter(torch.tensor([1.0, 0.0]))
opt = torch.optim.LBFGS([coef], lr=0.5, max_iter=3)
trace = []


def closure():
    opt.zero_grad()
    rate, offset = coef.unbind()
    loss = (torch.exp(-rate * t) + offset - obs).square().sum()
    loss.backward()
    trace.append(loss.item())
    return loss


opt.step(closure)
closure()
print(len(trace) > 1)
