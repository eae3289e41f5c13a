import torch
import torch.nn.functional as F

torch.manual_seed(31)
protos = torch.nn.Parameter(torch.randn(4, 3))
backbone = torch.nn.Linear(5, 3)


def project_to_sphere(p):
    p.data.div_(p.data.norm(dim=1, keepdim=True))


labels = torch.tensor([0, 3, 1])
feats = backbone(torch.randn(3, 5))
logits = feats @ protos.t()
project_to_sphere(protos)
loss = F.cross_entropy(logits, labels)
loss.backward()
