import torch
import torch.nn as nn


class MoCo(nn.Module):
    def __init__(self, base_encoder, dim=4, K=8, m=0.9, T=0.2):
        super().__init__()
        self.K, self.m, self.T = K, m, T
        self.encoder_q = base_encoder(dim)
        self.encoder_k = base_encoder(dim)
        for param_q, param_k in zip(self.encoder_q.parameters(), self.encoder_k.parameters()):
            param_k.data.copy_(param_q.data)
            param_k.requires_grad = False
        self.register_buffer("queue", torch.randn(dim, K))
        self.queue = nn.functional.normalize(self.queue, dim=0)
        self.register_buffer("queue_ptr", torch.zeros(1, dtype=torch.long))

    @torch.no_grad()
    def _momentum_update_key_encoder(self):
        for param_q, param_k in zip(self.encoder_q.parameters(), self.encoder_k.parameters()):
            param_k.data = param_k.data * self.m + param_q.data * (1.0 - self.m)

    @torch.no_grad()
    def _dequeue_and_enqueue(self, keys):
        batch_size = keys.shape[0]
        ptr = int(self.queue_ptr)
        assert self.K % batch_size == 0
        self.queue[:, ptr:ptr + batch_size] = keys.T
        self.queue_ptr[0] = (ptr + batch_size) % self.K

    def forward(self, im_q, im_k):
        q = nn.functional.normalize(self.encoder_q(im_q), dim=1)
        with torch.no_grad():
            idx = torch.randperm(im_k.shape[0])
            k = nn.functional.normalize(self.encoder_k(im_k[idx]), dim=1)
            k = k[torch.argsort(idx)]
        l_pos = torch.einsum("nc,nc->n", [q, k]).unsqueeze(-1)
        l_neg = torch.einsum("nc,ck->nk", [q, self.queue.clone().detach()])
        logits = torch.cat([l_pos, l_neg], dim=1)
        logits /= self.T
        labels = torch.zeros(logits.shape[0], dtype=torch.long)
        self._dequeue_and_enqueue(k)
        return logits, labels


def mlp(dim):
    return nn.Sequential(nn.Linear(5, 6), nn.ReLU(inplace=True), nn.Linear(6, dim))


torch.manual_seed(33)
model = MoCo(mlp)
optimizer = torch.optim.SGD(model.encoder_q.parameters(), lr=0.3, momentum=0.9, weight_decay=1e-4)
criterion = nn.CrossEntropyLoss()
for step in range(4):
    images = torch.randn(4, 5)
    views = [images + 0.1 * torch.randn_like(images) for _ in range(2)]
    output, target = model(im_q=views[0], im_k=views[1])
    loss = criterion(output, target)
    acc1 = (output.argmax(1) == target).float().mean().item()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    model._momentum_update_key_encoder()
