import torch
src = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Linear(3, 1))
dst = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Linear(3, 2))
state = {k: v for k, v in src.state_dict().items() if not k.startswith("1.")}
dst.load_state_dict(state, strict=False)
opt = torch.optim.SGD(dst.parameters(), lr=0.1)
opt.zero_grad(); dst(torch.randn(2, 3)).sum().backward(); opt.step()
