import torch

torch.manual_seed(2301)
weight = torch.rand(4, 2, 2, requires_grad=True)
strength = weight.detach().view(4, -1).sum(dim=1)
c_mask = torch.gt(strength, 1.5)
new_w = c_mask[:, None, None].expand_as(weight).type_as(weight)
new_w[0] = torch.zeros(2, 2)
pruned = weight * new_w
loss = pruned.pow(2).sum()
loss.backward()
