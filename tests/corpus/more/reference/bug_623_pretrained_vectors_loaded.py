import torch
import torch.nn as nn

torch.manual_seed(623)
vocab = {"<unk>": 0, "river": 1, "bank": 2, "loan": 3}
vectors = {"river": [0.2, -0.1, 0.7], "bank": [0.1, 0.4, -0.3]}
emb = nn.Embedding(len(vocab), 3)
clf = nn.Linear(3, 2)


def load_vectors(emb, vectors):
    found = 0
    for word, vec in vectors.items():
        with torch.no_grad():
            emb.weight[vocab[word]] = torch.tensor(vec)
        found += 1
    return found


n = load_vectors(emb, vectors)
print(f"{n} of {len(vocab)} words initialised")
tokens = torch.tensor([[1, 2], [3, 2]])
loss = nn.functional.cross_entropy(clf(emb(tokens).mean(dim=1)), torch.tensor([0, 1]))
loss.backward()
