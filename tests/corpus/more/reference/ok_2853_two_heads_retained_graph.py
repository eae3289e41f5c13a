import torch
import torch.nn as nn

torch.manual_seed(603)
trunk = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
heads = nn.ModuleDict({"policy": nn.Linear(4, 2), "value": nn.Linear(4, 1)})
opt = torch.optim.Adam([*trunk.parameters(), *heads.parameters()], lr=1e-3)
obs, act, ret = torch.randn(5, 3), torch.tensor([0, 1, 1, 0, 1]), torch.randn(5)

z = trunk(obs)
value = heads["value"](z).squeeze(-1)
logp = torch.log_softmax(heads["policy"](z), -1)[torch.arange(5), act]
adv = (ret - value).detach()
losses = {"policy": -(logp * adv).mean(), "value": 0.5 * (ret - value).pow(2).mean()}

opt.zero_grad()
(losses["policy"] + losses["value"]).backward()
torch.nn.utils.clip_grad_norm_(trunk.parameters(), 100.0)
opt.step()
