import torch

torch.manual_seed(1139)


class Batch(dict):
    def to_numpy(self):
        return {k: v.detach().numpy() for k, v in self.items()}


policy = torch.randn(3, requires_grad=True)
batch = Batch(obs=torch.randn(5, 3), rew=torch.randn(5))
logits = batch["obs"] @ policy
arrays = batch.to_numpy()
arrays["obs"] -= arrays["obs"].mean(axis=0)
spread = float(arrays["obs"].std())
loss = (torch.sigmoid(logits) * batch["rew"]).mean() / spread
loss.backward()
