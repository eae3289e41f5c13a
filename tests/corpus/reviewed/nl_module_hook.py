import torch
seen = {}
act = torch.nn.Tanh()
act.register_full_backward_hook(lambda m, gi, go: seen.update(g=go[0]))
x = torch.randn(3, requires_grad=True).unsqueeze(0)
act(x).sum().backward()
assert "g" in seen
