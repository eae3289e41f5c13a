import torch
def norm(batch):
    img = batch.to(torch.float32)
    img.div_(255)
    return img
raw = torch.randint(0, 255, (2, 3), dtype=torch.uint8)
w = torch.randn(3, requires_grad=True)
x = norm(raw)
((x @ w) + raw.sum()).sum().backward()
