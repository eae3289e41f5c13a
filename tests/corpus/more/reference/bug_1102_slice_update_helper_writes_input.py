import torch

torch.manual_seed(1102)


def slice_update(inputs, start, updates):
    outputs = inputs.clone()
    outputs[start : start + updates.shape[0]] = updates
    return outputs


emb = torch.randn(4, 3, requires_grad=True)
proj = torch.randn(3, 2)
tokens = emb * 2.0
masked = slice_update(tokens, 1, torch.zeros(2, 3))
context = masked @ proj
loss = context.pow(2).sum() + tokens.pow(2).mean()
loss.backward()
