import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(4, 5)
        self.fc2 = nn.Linear(5, 3)

    def forward(self, x):
        return self.fc2(F.gelu(self.fc1(x)))


class EWC:
    def __init__(self, model, strength):
        self.model, self.strength = model, strength
        self.anchor, self.fisher = {}, {}

    def consolidate(self, data):
        self.anchor = {n: p.detach().clone() for n, p in self.model.named_parameters()}
        fisher = {n: torch.zeros_like(p) for n, p in self.model.named_parameters()}
        self.model.eval()
        for x, _ in data:
            self.model.zero_grad()
            logp = F.log_softmax(self.model(x), dim=1)
            label = logp.argmax(1)
            F.nll_loss(logp, label).backward()
            for n, p in self.model.named_parameters():
                fisher[n] += p.grad.data.pow(2) / len(data)
        self.model.zero_grad()
        self.model.train()
        self.fisher = fisher

    def penalty(self):
        if not self.anchor:
            return torch.zeros(())
        total = 0.0
        for n, p in self.model.named_parameters():
            total = total + (self.fisher[n] * (p - self.anchor[n]).pow(2)).sum()
        return 0.5 * self.strength * total


def make_task(shift):
    xs = [torch.randn(6, 4) + shift for _ in range(3)]
    return [(x, (x.sum(1) > 4 * shift).long() + (x[:, 0] > shift).long()) for x in xs]


torch.manual_seed(104)
net = Net()
ewc = EWC(net, strength=50.0)
for task, shift in enumerate((0.0, 1.0)):
    data = make_task(shift)
    opt = torch.optim.Adam(net.parameters(), lr=0.02)
    for epoch in range(3):
        for xb, yb in data:
            opt.zero_grad()
            penalty = ewc.penalty()
            loss = F.cross_entropy(net(xb), yb) + penalty
            loss.backward()
            opt.step()
    ewc_log = penalty.item()
    if task == 0:
        ewc.consolidate(data)
print("loss", loss.item(), "penalty", ewc_log)
