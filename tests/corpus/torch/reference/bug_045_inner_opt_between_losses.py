import torch
import torch.nn as nn

torch.manual_seed(219)
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
opt = torch.optim.RMSprop(model.parameters(), lr=0.01)
sched = torch.optim.lr_scheduler.StepLR(opt, 1)
x, y = torch.randn(6, 3), torch.randint(0, 2, (6,))

logits = model(x)
ce = nn.functional.cross_entropy(logits, y)
loss = -(logits.softmax(1) * logits.log_softmax(1)).sum(1).mean()
for term in (ce, loss):
    opt.zero_grad()
    term.backward(retain_graph=True)
    sched.step()
opt.step()
