import torch
import torch.nn as nn

torch.manual_seed(2712)
item = nn.Embedding(5, 3)
clicks = [(0, 1), (0, 2), (1, 4), (2, 0)]


def build_profiles(clicks, n_users):
    profiles = [torch.zeros(3)] * n_users
    for user, i in clicks:
        profiles[user] = profiles[user] + item(torch.tensor(i))
    return torch.stack(profiles)


loss = (build_profiles(clicks, 3) - torch.randn(3, 3)).square().mean()
loss.backward()
