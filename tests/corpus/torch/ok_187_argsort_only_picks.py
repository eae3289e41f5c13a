import torch
import torch.nn as nn

torch.manual_seed(433)
risk = nn.Linear(2, 1)
patients, time = torch.randn(5, 2), torch.tensor([3.0, 1.0, 4.0, 2.0, 5.0])

score = risk(patients).squeeze(1)
order = torch.argsort(time, descending=True)
worst = score.argmax()
loss = (torch.logcumsumexp(score[order], dim=0) - score[order]).mean() + 0.1 * score[worst]
loss.backward()
