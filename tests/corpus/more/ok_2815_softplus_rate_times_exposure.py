import torch
import torch.nn.functional as F

torch.manual_seed(2402)
w = torch.randn(3, requires_grad=True)
covariates = torch.randn(6, 3)
exposure = torch.tensor([1.0, 2.0, 0.5, 1.5, 1.0, 3.0])
events = torch.tensor([0.0, 2.0, 1.0, 3.0, 0.0, 4.0])

rate = F.softplus(covariates @ w)
rate *= exposure
rate += 1e-3
loss = (rate - events * rate.log()).mean()
loss.backward()
