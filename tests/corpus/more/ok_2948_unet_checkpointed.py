import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint


def double_conv(cin, cout):
    return nn.Sequential(
        nn.Conv2d(cin, cout, 3, padding=1, bias=False), nn.GroupNorm(1, cout), nn.ReLU(inplace=True),
        nn.Conv2d(cout, cout, 3, padding=1, bias=False), nn.GroupNorm(1, cout), nn.ReLU(inplace=True))


class UNet(nn.Module):
    def __init__(self, chs=(2, 3, 4), use_checkpointing=True):
        super().__init__()
        self.down = nn.ModuleList([double_conv(1, chs[0]), double_conv(chs[0], chs[1]), double_conv(chs[1], chs[2])])
        self.up = nn.ModuleList([nn.ConvTranspose2d(chs[2], chs[1], 2, stride=2), nn.ConvTranspose2d(chs[1], chs[0], 2, stride=2)])
        self.dec = nn.ModuleList([double_conv(2 * chs[1], chs[1]), double_conv(2 * chs[0], chs[0])])
        self.outc = nn.Conv2d(chs[0], 2, 1)
        self.use_checkpointing = use_checkpointing

    def run(self, block, x):
        if self.use_checkpointing and self.training:
            return checkpoint(block, x, use_reentrant=False)
        return block(x)

    def forward(self, x):
        skips = []
        for i, block in enumerate(self.down):
            x = self.run(block, x if i == 0 else F.max_pool2d(x, 2))
            skips.append(x)
        skips.pop()
        for up, block in zip(self.up, self.dec):
            x = self.run(block, torch.cat([skips.pop(), up(x)], dim=1))
        return self.outc(x)


def dice_coeff(input, target, epsilon=1e-6):
    inter = 2 * (input * target).sum(dim=(-1, -2))
    sets_sum = input.sum(dim=(-1, -2)) + target.sum(dim=(-1, -2))
    sets_sum = torch.where(sets_sum == 0, inter, sets_sum)
    return ((inter + epsilon) / (sets_sum + epsilon)).mean()


torch.manual_seed(181)
unet = UNet()
optimizer = torch.optim.RMSprop(unet.parameters(), lr=1e-3, weight_decay=1e-8, momentum=0.9)
for step in range(2):
    images, masks = torch.randn(2, 1, 8, 8), torch.randint(0, 2, (2, 8, 8))
    optimizer.zero_grad(set_to_none=True)
    pred = unet(images)
    loss = F.cross_entropy(pred, masks)
    loss += 1 - dice_coeff(F.softmax(pred, dim=1), F.one_hot(masks, 2).permute(0, 3, 1, 2).float())
    loss.backward()
    torch.nn.utils.clip_grad_norm_(unet.parameters(), 100.0)
    optimizer.step()
