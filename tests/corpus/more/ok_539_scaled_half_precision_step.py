import torch
import torch.nn as nn

torch.manual_seed(95)
net = nn.Sequential(nn.Linear(3, 4), nn.GELU(), nn.Linear(4, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.01)
scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
x, y = torch.randn(6, 3), torch.randn(6, 1)

opt.zero_grad(set_to_none=True)
with torch.autocast("cpu", dtype=torch.bfloat16):
    pred = net(x)
loss = nn.functional.mse_loss(pred.float(), y)
scaler.scale(loss).backward()
scaler.unscale_(opt)
nn.utils.clip_grad_norm_(net.parameters(), 5.0)
scaler.step(opt)
scaler.update()
print(scaler.get_scale())
