import torch

torch.manual_seed(2309)
predictions = torch.randn(3, 4, requires_grad=True)
target = torch.rand(3, 4)
exists_box = torch.tensor([[1.0], [0.0], [1.0]])

boxes = exists_box * predictions
wh = boxes[..., 2:4]
wh = torch.sign(wh) * torch.sqrt(torch.abs(wh + 1e-6))
boxes = torch.cat([boxes[..., :2], wh], dim=-1)
loss = (boxes - exists_box * target.sqrt()).pow(2).sum()
loss.backward()
