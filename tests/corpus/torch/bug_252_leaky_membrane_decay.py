import torch

torch.manual_seed(326)
beta = torch.tensor([0.9, 0.7, 0.8], requires_grad=True)
current = torch.rand(4, 3)


def run(current, beta):
    mem = torch.zeros(3)
    rates = []
    for t in range(len(current)):
        mem = mem + current[t]
        rates.append(mem * beta)
        mem -= 0.5 * (mem > 1.0).float()
    return torch.stack(rates)


loss = (run(current, beta).mean(dim=0) - 0.4).pow(2).sum()
loss.backward()
