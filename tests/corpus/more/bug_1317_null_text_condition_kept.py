import torch
import torch.nn as nn

torch.manual_seed(1317)
text_encoder, unet = nn.Linear(3, 4), nn.Linear(4, 2)
prompt, latents = torch.randn(3), torch.randn(2)
null_embedding = torch.zeros(4, requires_grad=True)
opt = torch.optim.Adam([null_embedding], lr=1e-2)

text_embedding = torch.tanh(text_encoder(prompt))
for t in range(2):
    cond, uncond = unet(text_embedding), unet(null_embedding)
    noise = uncond + 7.5 * (cond - uncond)
    loss = (noise - latents).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
