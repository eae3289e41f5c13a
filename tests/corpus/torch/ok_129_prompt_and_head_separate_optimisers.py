import torch
import torch.nn as nn

torch.manual_seed(414)
backbone = nn.Linear(3, 3).requires_grad_(False)
prompt = nn.Parameter(torch.zeros(3))
scale = nn.Parameter(torch.ones(()))
opt_prompt = torch.optim.Adam([prompt], lr=0.1)
opt_scale = torch.optim.Adam([scale], lr=0.1)

x, y = torch.randn(4, 3), torch.randn(4, 3)
features = torch.tanh(backbone(x) + prompt)
fit = nn.functional.mse_loss(features, y)
shrink = (prompt - 1.0).square().sum()

opt_prompt.zero_grad()
fit.backward()
opt_prompt.step()
opt_prompt.zero_grad()
shrink.backward()
opt_prompt.step()
loss = fit + shrink

opt_scale.zero_grad()
(scale * features.detach()).square().mean().backward()
opt_scale.step()
