import torch
import torch.nn as nn
import torch.nn.functional as F

NEG_INF = -1e30


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0):
    T, B, _ = log_probs.shape
    L = 2 * targets.shape[1] + 1
    ext = torch.full((B, L), blank, dtype=torch.long)
    ext[:, 1::2] = targets
    skip_ok = torch.zeros(B, L, dtype=torch.bool)
    skip_ok[:, 2:] = (ext[:, 2:] != blank) & (ext[:, 2:] != ext[:, :-2])

    emit = log_probs.gather(2, ext.unsqueeze(0).expand(T, B, L))
    alpha = torch.full((B, L), NEG_INF)
    alpha[:, :2] = emit[0, :, :2]
    history = [alpha]
    for t in range(1, T):
        stay = alpha
        step = F.pad(alpha[:, :-1], (1, 0), value=NEG_INF)
        skip = F.pad(alpha[:, :-2], (2, 0), value=NEG_INF).masked_fill(~skip_ok, NEG_INF)
        alpha = torch.logsumexp(torch.stack([stay, step, skip]), dim=0) + emit[t]
        history.append(alpha)
    table = torch.stack(history)
    last = table[input_lengths - 1, torch.arange(B)]
    ends = torch.stack([2 * target_lengths, 2 * target_lengths - 1], dim=1)
    return -torch.logsumexp(last.gather(1, ends), dim=1)


torch.manual_seed(14)
net = nn.Linear(3, 4)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.randn(6, 2, 3)
targets = torch.tensor([[1, 2, 2], [3, 1, 0]])
input_lengths, target_lengths = torch.tensor([6, 5]), torch.tensor([3, 2])
for step in range(3):
    opt.zero_grad()
    log_probs = net(x).log_softmax(2)
    per_utt = ctc_loss(log_probs, targets, input_lengths, target_lengths)
    loss = (per_utt / target_lengths).mean()
    loss.backward()
    opt.step()

with torch.no_grad():
    builtin = F.ctc_loss(net(x).log_softmax(2), targets, input_lengths, target_lengths)
print(loss.item(), builtin.item())
