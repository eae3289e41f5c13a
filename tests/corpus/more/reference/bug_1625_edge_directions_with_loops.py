import torch


def edge_frames(pos, edge_index):
    src, dst = edge_index
    vec = pos[src] - pos[dst]
    dist = vec.norm(dim=-1, keepdim=True)
    unit = torch.where(dist > 0, vec / torch.where(dist > 0, dist, torch.ones_like(dist)), torch.zeros_like(vec))
    return unit, torch.exp(-dist)


torch.manual_seed(1647)
pos = torch.randn(3, 3, requires_grad=True)
edge_index = torch.tensor([[0, 1, 2, 0, 1], [1, 2, 0, 0, 1]])
unit, radial = edge_frames(pos, edge_index)
messages = torch.zeros(3, 3).index_add(0, edge_index[1], unit * radial)
loss = messages.pow(2).sum()
loss.backward()
