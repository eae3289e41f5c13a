import torch
import torch.nn.functional as F

torch.manual_seed(1105)


class RegionAttention:
    def __init__(self, regions, masks):
        self.regions, self.masks = regions, masks

    def __call__(self, h):
        dot = torch.bmm(self.regions, h.unsqueeze(2)).squeeze(2)
        self.weight = F.softmax(dot, dim=1)
        self.weight *= self.masks
        self.weight /= self.weight.sum(1, keepdim=True)
        return torch.bmm(self.weight.unsqueeze(1), self.regions).squeeze(1)


query = torch.randn(2, 3, requires_grad=True)
masks = torch.tensor([[1.0, 1.0, 0.0, 0.0], [1.0, 1.0, 1.0, 0.0]])
attend = RegionAttention(torch.randn(2, 4, 3), masks)
loss = attend(query).pow(2).sum()
loss.backward()
