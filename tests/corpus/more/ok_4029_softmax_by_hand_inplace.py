import torch

torch.manual_seed(39)
logits = torch.randn(3, 4, requires_grad=True)
labels = torch.tensor([2, 0, 3])

z = logits - logits.amax(dim=1, keepdim=True).detach()
z.mul_(1.0 / 0.7)
z.exp_()
prob = z / z.sum(dim=1, keepdim=True)
picked = prob[torch.arange(3), labels]
loss = -picked.log().mean()
loss.backward()
print("loss", loss.item())
print("rows", prob.sum(1).tolist())
