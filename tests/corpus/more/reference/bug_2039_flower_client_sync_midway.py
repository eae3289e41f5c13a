import copy
import torch
import torch.nn as nn

torch.manual_seed(2139)
server = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
client = copy.deepcopy(server)
x, y = torch.randn(5, 3), torch.randn(5, 1)
inbox = [{k: v + 0.1 for k, v in server.state_dict().items()}]


def poll():
    while inbox:
        client.load_state_dict(inbox.pop())


def train_round(data, label):
    before = (client(data) - label).pow(2).mean()
    before.backward()
    poll()
    with torch.no_grad():
        after = (client(data) - label).pow(2).mean()
    return before.item(), after.item()


history = train_round(x, y)
