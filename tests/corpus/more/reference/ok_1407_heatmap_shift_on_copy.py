import torch

torch.manual_seed(2407)
logits = torch.randn(2, 5, requires_grad=True)
target = torch.tensor([1, 4])

probs = torch.softmax(logits, dim=1)
view = probs.detach()
view = view - view.min(dim=1, keepdim=True).values
view = (view / view.max(dim=1, keepdim=True).values).clamp(0.1, 0.9)

loss = -torch.log(probs[torch.arange(2), target]).mean()
loss.backward()
print("display", view)
