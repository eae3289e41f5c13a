import torch
import torch.nn as nn

torch.manual_seed(66)
lm = nn.Linear(3, 5)
context = torch.randn(2, 3)
advantage = torch.tensor([0.7, -0.4])


def nucleus(probs, top_p):
    ordered, order = probs.sort(dim=-1, descending=True)
    outside = (ordered.cumsum(-1) - ordered) > top_p
    drop = torch.zeros_like(outside).scatter(1, order, outside)
    probs = probs.masked_fill(drop, 0.0)
    return probs / probs.sum(-1, keepdim=True)


logits = lm(context)
probs = logits.softmax(dim=-1)
entropy = torch.distributions.Categorical(logits=logits).entropy()
kept = nucleus(probs, top_p=0.8)
action = kept.argmax(dim=-1)
chosen = kept[torch.arange(2), action]
loss = -(advantage * chosen.log()).mean() - 0.01 * entropy.mean()
loss.backward()
print("actions", action.tolist())
