import torch

torch.manual_seed(2411)
att_logits = torch.randn(2, 4, requires_grad=True)
vocab_logits = torch.randn(2, 6)
source = torch.tensor([[0, 3, 3, 5], [1, 1, 2, 4]])
gen = torch.tensor([[0.6], [0.3]])

attention = torch.softmax(att_logits, dim=1)
ptr_probs = torch.zeros(2, 6).scatter_add(1, source, attention)
ptr_probs = ptr_probs * (1 - gen) + gen * torch.softmax(vocab_logits, dim=1)

target = torch.tensor([3, 1])
loss = -torch.log(ptr_probs[torch.arange(2), target]).mean()
loss.backward()
