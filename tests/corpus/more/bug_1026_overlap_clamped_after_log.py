import torch

torch.manual_seed(1026)
box = torch.tensor([[0.1, 0.2, 0.7, 0.9], [0.3, 0.1, 0.8, 0.5]], requires_grad=True)
gt = torch.tensor([[0.0, 0.1, 0.6, 0.8], [0.2, 0.2, 0.9, 0.7]])

wh = (torch.minimum(box[:, 2:], gt[:, 2:]) - torch.maximum(box[:, :2], gt[:, :2])).clamp(min=0)
inter = wh.prod(dim=1)
area = (box[:, 2:] - box[:, :2]).prod(dim=1) + (gt[:, 2:] - gt[:, :2]).prod(dim=1)
iou = inter / (area - inter)
nll = -torch.log(iou)
iou.clamp_(min=-1.0, max=0.5)
loss = nll.sum() + (1 - iou).sum()
loss.backward()
