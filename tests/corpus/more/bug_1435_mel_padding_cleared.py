import torch
import torch.nn as nn

torch.manual_seed(1435)
decoder = nn.Linear(3, 4)
postnet = nn.Conv1d(4, 4, 3, padding=1)
lengths = torch.tensor([5, 3])


def parse_output(outputs):
    mask = torch.arange(5)[None, :] >= lengths[:, None]
    mask = mask[:, None, :].expand(-1, 4, -1)
    outputs[0].masked_fill_(mask, 0.0)
    outputs[1].masked_fill_(mask, 0.0)
    return outputs


mel = decoder(torch.randn(2, 5, 3)).transpose(1, 2)
mel_post = mel + postnet(mel)
mel, mel_post = parse_output([mel, mel_post])
target = torch.randn(2, 4, 5)
loss = nn.functional.mse_loss(mel, target) + nn.functional.mse_loss(mel_post, target)
loss.backward()
