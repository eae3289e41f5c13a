import torch
import torch.nn as nn


class PolicyTrainer:
    def __init__(self, head, temperature):
        self.head, self.temperature = head, temperature

    def per_token_logps(self, hidden, ids):
        logits = self.head(hidden)
        logits.div_(self.temperature)
        logps = torch.log_softmax(logits, dim=-1)
        return logps.gather(-1, ids.unsqueeze(-1)).squeeze(-1)


torch.manual_seed(2211)
lm_head = nn.Linear(3, 5)
trainer = PolicyTrainer(lm_head, temperature=0.8)
hidden, ids = torch.randn(2, 4, 3), torch.randint(0, 5, (2, 4))
advantages = torch.tensor([1.0, -0.5])
loss = -(trainer.per_token_logps(hidden, ids) * advantages[:, None]).mean()
loss.backward()
