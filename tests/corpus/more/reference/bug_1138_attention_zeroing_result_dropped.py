import torch

torch.manual_seed(1138)


class MaskedCrossAttention:
    def __init__(self, media):
        self.media = media

    def __call__(self, q, text_without_media):
        sim = q @ self.media.t()
        attn = sim.softmax(dim=-1)
        if text_without_media is not None:
            attn = attn.masked_fill(text_without_media[:, None], 0.0)
        return attn @ self.media


queries = torch.randn(4, 3, requires_grad=True)
attend = MaskedCrossAttention(torch.randn(5, 3))
out = attend(queries, torch.tensor([True, False, False, True]))
loss = out.pow(2).sum()
loss.backward()
