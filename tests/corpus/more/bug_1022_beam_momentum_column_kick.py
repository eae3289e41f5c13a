import torch

torch.manual_seed(1022)
k1 = torch.tensor(0.8, requires_grad=True)
length = 0.5
beam = torch.randn(6, 2)
drift = torch.tensor([[1.0, 0.0], [0.3, 1.0]])

tracked = beam @ drift
kick = -k1 * tracked[:, 0] * length
tracked[:, 1] = tracked[:, 1] + kick
loss = tracked.pow(2).sum()
loss.backward()
