import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(14)
student = nn.Linear(4, 3)
x = torch.randn(5, 4)

logits = student(x)
anchor = logits.detach().clone()
anchor -= anchor.amax(dim=1, keepdim=True)
anchor.mul_(2.0)
sharp = torch.softmax(anchor, dim=1)
log_p = F.log_softmax(logits, dim=1)
loss = F.kl_div(log_p, sharp, reduction="batchmean")
loss.backward()
