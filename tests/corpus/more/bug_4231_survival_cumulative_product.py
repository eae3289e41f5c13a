import torch
import torch.nn as nn

torch.manual_seed(42)
risk = nn.Linear(2, 4)
x = torch.randn(3, 2)
event = torch.tensor([0, 2, 3])

hazard = torch.sigmoid(risk(x))
surv = 1 - hazard
log_step = surv.log()
surv.cumprod_(dim=1)
at_event = surv.gather(1, event[:, None])
loss = -log_step.sum(1).mean() - (at_event + 1e-3).log().mean()
loss.backward()
