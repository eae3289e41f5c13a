import torch

torch.manual_seed(232)
prior = torch.randn(1, 3, requires_grad=True)
obs = torch.randn(4, 3)

belief = torch.tanh(prior).expand(4, 3).clone()
belief.add_(0.1 * obs)
loss = belief.pow(2).sum()
loss.backward()
