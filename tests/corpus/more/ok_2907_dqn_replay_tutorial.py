import random
from collections import deque, namedtuple
import torch
import torch.nn as nn
import torch.nn.functional as F

Transition = namedtuple("Transition", ("state", "action", "next_state", "reward"))


class DQN(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 8), nn.ReLU(inplace=True))
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.body(x))


random.seed(5)
torch.manual_seed(5)
policy_net, target_net = DQN(), DQN()
target_net.load_state_dict(policy_net.state_dict())
target_net.eval()
optimizer = torch.optim.RMSprop(policy_net.parameters(), lr=1e-2)
memory = deque([], maxlen=50)
state = torch.randn(1, 4)


def select_action(state, eps):
    if random.random() > eps:
        with torch.no_grad():
            return policy_net(state).max(1).indices.view(1, 1)
    return torch.tensor([[random.randrange(2)]], dtype=torch.long)


def optimize_model(batch_size=6, gamma=0.9):
    if len(memory) < batch_size:
        return None
    batch = Transition(*zip(*random.sample(memory, batch_size)))
    non_final = torch.tensor([s is not None for s in batch.next_state], dtype=torch.bool)
    non_final_next_states = torch.cat([s for s in batch.next_state if s is not None])
    q = policy_net(torch.cat(batch.state)).gather(1, torch.cat(batch.action))
    next_state_values = torch.zeros(batch_size)
    next_state_values[non_final] = target_net(non_final_next_states).max(1)[0].detach()
    expected = (next_state_values * gamma) + torch.cat(batch.reward)
    loss = F.smooth_l1_loss(q, expected.unsqueeze(1))
    optimizer.zero_grad()
    loss.backward()
    for param in policy_net.parameters():
        param.grad.data.clamp_(-0.05, 0.05)
    optimizer.step()
    return loss.item()


for t in range(14):
    action = select_action(state, eps=0.3)
    next_state = None if t % 5 == 4 else state * 0.9 + 0.1 * torch.randn(1, 4)
    reward = torch.tensor([float(action.item()) - 0.5])
    memory.append(Transition(state, action, next_state, reward))
    state = next_state if next_state is not None else torch.randn(1, 4)
    if (out := optimize_model()) is not None:
        last_loss = out
    if t % 4 == 0:
        target_net.load_state_dict(policy_net.state_dict())
