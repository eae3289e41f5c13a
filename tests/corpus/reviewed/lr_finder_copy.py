import copy, torch
def find_lr(model, data):
    trial = copy.deepcopy(model)
    opt = torch.optim.SGD(trial.parameters(), lr=1e-4)
    best = (1e9, 0.0)
    for x in data:
        opt.zero_grad()
        loss = trial(x).pow(2).mean()
        loss.backward()
        opt.step()
        for g in opt.param_groups:
            g["lr"] *= 2
        best = min(best, (loss.item(), opt.param_groups[0]["lr"]))
    return best[1]
net = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
opt.param_groups[0]["lr"] = find_lr(net, torch.randn(3, 4, 3))
opt.zero_grad()
net(torch.randn(4, 3)).pow(2).mean().backward()
opt.step()
