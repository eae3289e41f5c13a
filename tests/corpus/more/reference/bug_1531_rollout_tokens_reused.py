import torch
import torch.nn as nn

torch.manual_seed(1531)
policy = nn.Sequential(nn.Embedding(6, 3), nn.Linear(3, 6))
prompt = torch.tensor([[0, 2], [1, 5]])
advantage = torch.tensor([[1.0], [-0.5]])

with torch.no_grad():
    tokens = prompt
    for _ in range(2):
        nxt = policy(tokens)[:, -1].argmax(dim=-1, keepdim=True)
        tokens = torch.cat([tokens, nxt], dim=1)

logits = policy(tokens[:, :-1])
logp = torch.log_softmax(logits, dim=-1).gather(2, tokens[:, 1:].unsqueeze(-1)).squeeze(-1)
loss = -(logp * advantage).mean()
loss.backward()
