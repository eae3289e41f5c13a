import torch
net = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.LayerNorm(3), torch.nn.Linear(3, 1))
decay = [p for n, p in net.named_parameters() if n.endswith("weight")]
rest = [p for n, p in net.named_parameters() if not n.endswith("weight")]
opt = torch.optim.AdamW([{"params": decay, "weight_decay": 0.1}, {"params": rest, "weight_decay": 0}])
for _ in range(2):
    opt.zero_grad(); net(torch.randn(2, 3)).sum().backward(); opt.step()
