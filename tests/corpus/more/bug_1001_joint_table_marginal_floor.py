import torch

torch.manual_seed(1001)
k = 3
logits = torch.randn(k, k, requires_grad=True)

joint = torch.softmax(logits.view(-1), 0).view(k, k)
p_row = joint.sum(dim=1).view(k, 1).expand(k, k)
p_col = joint.sum(dim=0).view(1, k).expand(k, k)
p_row[p_row < 0.3] = 0.3
p_col[p_col < 0.3] = 0.3
loss = -(joint * (joint.log() - p_row.log() - p_col.log())).sum()
loss.backward()
