import torch

torch.manual_seed(218)
coef = torch.tensor([0.5, -0.3, 0.2], requires_grad=True)
window = torch.randn(3)
preds = []

for step in range(4):
    nxt = torch.dot(coef, window)
    preds.append(nxt)
    window = torch.cat([window[1:], nxt[None]])

series = torch.stack(preds)
target = torch.tensor([0.1, 0.2, 0.0, -0.1])
loss = (series - target).abs().sum()
loss.backward()
