import torch

torch.manual_seed(401)
w = torch.randn(3, requires_grad=True)
doses = torch.rand(4, 3)

dose = doses @ w
response = torch.sigmoid(dose)
dose = dose + 0.5
loss = response.sum() + dose.abs().sum()
loss.backward()
