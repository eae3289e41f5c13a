import torch
import torch.nn as nn

torch.manual_seed(1426)
decoder = nn.Linear(4, 6)


def gather_final_log_probs(log_probs, copied):
    floor = torch.full(copied.shape, -20.0)
    log_probs.scatter_(1, copied, floor)
    return log_probs


state = torch.randn(3, 4)
copied = torch.tensor([[4], [5], [4]])
target = torch.tensor([0, 2, 1])
log_probs = torch.log_softmax(decoder(state), dim=1)
final = gather_final_log_probs(log_probs, copied)
loss = -final[torch.arange(3), target].mean() + 0.01 * final.exp().sum()
loss.backward()
