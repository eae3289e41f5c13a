"""A value is saved, written, and needed, through the many ways that Python has to say it."""

from __future__ import annotations

SETUP = """
import collections, contextlib, dataclasses, enum, functools, itertools, math, operator, typing
from functools import partial, reduce
import torch
import torch.nn as nn
import torch.nn.functional as F
x = torch.ones(3, 3, requires_grad=True)
"""

PROGRAMS = {
    "map list": """
def f(z):
    y = z.sin()
    z += 1
    return y
out = list(map(f, [x * 2, x * 3]))
sum(out).sum().backward()
""",
    "dict kw": """
d = dict(a=x * 2, b=x * 3)
e = d["a"] * d["b"]
d["b"] += 1
e.sum().backward()
""",
    "dict pairs": """
d = dict([("a", x * 2), ("b", x * 3)])
y = d["a"].exp()
e = d["b"] * y
y += 1
e.sum().backward()
""",
    "dict zip": """
d = dict(zip(["a", "b"], [x * 2, x * 3]))
y = d["a"].exp()
e = d["b"] * y
d["b"] += 1
e.sum().backward()
""",
    "dict merge": """
d = {**dict(a=x * 2), "b": x * 3}
y = d["a"].exp()
e = d["b"] * y
d["b"] += 1
e.sum().backward()
""",
    "dict or": """
d = {"a": x * 2} | {"b": x * 3}
e = d["b"] * d["a"]
d["b"] += 1
e.sum().backward()
""",
    "dict get": """
d = {"a": x * 2}
h = d.get("a", None)
w = h.sin()
h += 1
w.sum().backward()
""",
    "dict update": """
d = {"a": x * 2}
d.update(b=x * 3)
w = d["b"].sin()
d["b"] += 1
w.sum().backward()
""",
    "dict setdefault": """
d = {}
d.setdefault("a", x * 2)
w = d["a"].sin()
d["a"] += 1
w.sum().backward()
""",
    "defaultdict": """
d = collections.defaultdict(list)
for i in range(3):
    h = x * i
    d["a"].append(h.sin())
    h += 1
sum(d["a"]).sum().backward()
""",
    "ordered kw": """
drop = nn.Dropout(0.5, inplace=True)
net = nn.Sequential(collections.OrderedDict(fc=nn.Linear(3, 3), act=nn.Sigmoid(), drop=drop))
net(x).sum().backward()
""",
    "reduce": """
def f(acc, k):
    y = acc.exp()
    acc += k
    return y
reduce(f, [1.0, 2.0], x * 2).sum().backward()
""",
    "partial": """
act = partial(F.elu, inplace=True)
h = (x * 2).sigmoid()
g = h * h
act(h)
g.sum().backward()
""",
    "partial args": """
def upd(rate, z):
    z.mul_(rate)
    return z
step = partial(upd, 0.5)
h = (x * 2).sigmoid()
step(h)
h.sum().backward()
""",
    "islice": """
def gen(z):
    while True:
        yield z.sin()
        z += 1
sum(itertools.islice(gen(x * 2), 4)).sum().backward()
""",
    "accumulate": """
def f(a, k):
    y = a.sin()
    a += k
    return y
out = list(itertools.accumulate([1.0, 2.0, 3.0], f, initial=x * 2))
out[-1].sum().backward()
""",
    "starmap": """
def f(a, k):
    y = a.sin()
    a += k
    return y
out = list(itertools.starmap(f, [(x * 2, 1.0), (x * 3, 2.0)]))
sum(out).sum().backward()
""",
    "product": """
h = x * 2
out = []
for i, j in itertools.product(range(2), range(2)):
    out.append(h.sin())
    h += i + j
sum(out).sum().backward()
""",
    "pairwise": """
hs = [x * i for i in range(3)]
out = []
for a, c in itertools.pairwise(hs):
    out.append((a * c).sum())
    c += 1
sum(out).backward()
""",
    "operator mul": """
h = x * 2
g = operator.mul(h, h)
h += 1
g.sum().backward()
""",
    "getattr": """
h = x * 2
g = getattr(torch, "exp")(h)
g += 1
g.sum().backward()
""",
    "getattr f": """
h = x * 2
g = getattr(h, "exp")()
getattr(g, "add_")(1)
g.sum().backward()
""",
    "setattr": """
class S:
    pass
s = S()
setattr(s, "h", x * 2)
g = s.h.sin()
s.h += 1
g.sum().backward()
""",
    "namedtuple": """
class Out(typing.NamedTuple):
    a: torch.Tensor
    b: torch.Tensor
o = Out(x * 2, (x * 3).exp())
l = (o.a * o.b).sum()
o.b.add_(1)
l.backward()
""",
    "namedtuple2": """
Out = collections.namedtuple("Out", "a b")
o = Out(a=x * 2, b=x * 3)
l = (o.a * o.b).sum()
o.b.add_(1)
l.backward()
""",
    "dataclass": """
@dataclasses.dataclass
class St:
    h: torch.Tensor
    k: float = 1.0
    def step(self):
        y = self.h.sin()
        self.h += self.k
        return y
s = St(x * 2)
s.step().sum().backward()
""",
    "dc replace": """
@dataclasses.dataclass
class St:
    h: torch.Tensor
    k: float = 1.0
s = St(x * 2)
t = dataclasses.replace(s, k=2.0)
l = t.h.sin().sum()
s.h += 1
l.backward()
""",
    "dc field": """
@dataclasses.dataclass
class St:
    h: torch.Tensor
    log: list = dataclasses.field(default_factory=list)
s = St(x * 2)
s.log.append(s.h.sin())
s.h += 1
sum(s.log).sum().backward()
""",
    "walrus": """
if (h := x * 2).sum() > 0:
    g = h.sin()
    h += 1
    g.sum().backward()
""",
    "match": """
def act(h, kind):
    match kind:
        case "a":
            return h.sin()
        case _:
            return h
h = x * 2
g = act(h, "a")
h += 1
g.sum().backward()
""",
    "star unpack": """
first, *rest = [x * i for i in range(4)]
g = first.sin()
first += 1
g.sum().backward()
""",
    "star args": """
def f(*ts, scale=1.0, **kw):
    y = ts[0].sin()
    ts[0].mul_(scale)
    return y
f(x * 2, scale=2.0).sum().backward()
""",
    "kwargs": """
def f(**kw):
    y = kw["h"].sin()
    kw["h"] += 1
    return y
f(h=x * 2).sum().backward()
""",
    "closure nonlocal": """
def make(h):
    def step():
        nonlocal h
        y = h.sin()
        h += 1
        return y
    return step
s = make(x * 2)
(s() + s()).sum().backward()
""",
    "ctxmanager": """
@contextlib.contextmanager
def scaled(h):
    h.mul_(2)
    yield h
    h.div_(2)
h = x * 2
with scaled(h) as s:
    l = (s * s).sum()
l.backward()
""",
    "ctxclass": """
class Perturb:
    def __init__(self, h):
        self.h = h
    def __enter__(self):
        self.h.add_(1)
        return self.h
    def __exit__(self, *a):
        self.h.sub_(1)
h = x * 2
with Perturb(h) as s:
    l = (s * s).sum()
l.backward()
""",
    "call dunder": """
class Op:
    def __call__(self, h):
        y = h.sin()
        h += 1
        return y
Op()(x * 2).sum().backward()
""",
    "getitem dunder": """
class Bank:
    def __init__(self, h):
        self.h = h
    def __getitem__(self, i):
        return self.h[i]
    def __len__(self):
        return 3
bank = Bank(x * 2)
l = (bank[0] * bank[1]).sum()
bank.h[0] += 1
l.backward()
""",
    "iter dunder": """
class Steps:
    def __init__(self, h):
        self.h = h
    def __iter__(self):
        for _ in range(3):
            yield self.h.sin()
            self.h += 1
sum(Steps(x * 2)).sum().backward()
""",
    "property": """
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
    @property
    def s(self):
        return self.w.sigmoid()
    def forward(self, x):
        s = self.s
        y = x * s
        s.mul_(2)
        return y
M()(x).sum().backward()
""",
    "staticmethod": """
class M:
    @staticmethod
    def f(h):
        y = h.sin()
        h += 1
        return y
    @classmethod
    def g(cls, h):
        return cls.f(h)
M.g(x * 2).sum().backward()
""",
    "inherit": """
class A(nn.Module):
    def post(self, h):
        return h
    def forward(self, h):
        h = h.sigmoid()
        return self.post(h)
class B(A):
    def post(self, h):
        h *= 2
        return h
B()(x * 2).sum().backward()
""",
    "mixin": """
class Mix:
    def act(self, h):
        h.clamp_(0, 1)
        return h
class A(Mix, nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def forward(self, h):
        h = self.l(h).exp()
        return self.act(h)
A()(x).sum().backward()
""",
    "moduledict": """
class A(nn.Module):
    def __init__(self):
        super().__init__()
        self.d = nn.ModuleDict({"l": nn.Linear(3, 3), "a": nn.Sigmoid()})
    def forward(self, h):
        for name, mod in self.d.items():
            h = mod(h)
        h += 1
        return h
A()(x).sum().backward()
""",
    "modulelist zip": """
class A(nn.Module):
    def __init__(self):
        super().__init__()
        self.ls = nn.ModuleList(nn.Linear(3, 3) for _ in range(2))
        self.acts = nn.ModuleList([nn.Tanh(), nn.Sigmoid()])
    def forward(self, h):
        for l, a in zip(self.ls, self.acts):
            h = a(l(h))
        return h.mul_(2)
A()(x).sum().backward()
""",
    "lambda attr": """
act = {"exp": torch.exp, "sq": lambda t: t.pow(2)}
h = x * 2
g = act["exp"](h)
g += 1
g.sum().backward()
""",
    "act dict lambda": """
act = {"exp": torch.exp, "sq": lambda t: t.pow(2)}
h = x * 2
g = act["sq"](h)
h += 1
g.sum().backward()
""",
    "ternary": """
training = True
h = (x * 2).exp()
h = h.mul_(2) if training else h
h.sum().backward()
""",
    "while loop": """
h = x * 2
l = 0
k = 0
while k < 3:
    l = l + (h * h).sum()
    h += 1
    k += 1
l.backward()
""",
    "try": """
h = x * 2
try:
    g = h.sin()
except RuntimeError:
    g = None
finally:
    h += 1
g.sum().backward()
""",
    "nested list": """
hs = [[x * i * j for i in range(2)] for j in range(2)]
l = sum((a * a).sum() for row in hs for a in row)
for row in hs:
    for a in row:
        a += 1
l.backward()
""",
    "slice list": """
hs = [x * i for i in range(4)]
l = sum((a * a).sum() for a in hs[1:])
hs[2].add_(1)
l.backward()
""",
    "enumerate reversed": """
hs = [x * i for i in range(4)]
l = 0
for i, a in enumerate(reversed(hs)):
    l = l + (a * a).sum()
    a -= i
l.backward()
""",
    "functools wraps": """
def logged(fn):
    @functools.wraps(fn)
    def inner(*args, **kwargs):
        out = fn(*args, **kwargs)
        out += 1
        return out
    return inner
@logged
def f(h):
    return h.exp()
f(x * 2).sum().backward()
""",
    "lru cache": """
@functools.lru_cache
def base():
    return x * 2
l = (base() * base()).sum()
base().add_(1)
l.backward()
""",
    "annotated": """
h: torch.Tensor = x * 2
g: torch.Tensor = h.sin()
h += 1
g.sum().backward()
""",
    "chain from iterable": """
hs = [[x * 2, x * 3], [x * 4]]
l = sum((a * a).sum() for a in itertools.chain.from_iterable(hs))
for a in itertools.chain.from_iterable(hs):
    a += 1
l.backward()
""",
    "zip longest": """
hs = [x * 2, x * 3]
l = 0
for a, k in itertools.zip_longest(hs, [1.0]):
    l = l + (a * a).sum()
    a += 1
l.backward()
""",
    "itertools count": """
h = x * 2
l = 0
for i in itertools.count():
    l = l + (h * h).sum()
    h += 1
    if i > 2:
        break
l.backward()
""",
    "repeat": """
h = x * 2
l = 0
for _ in itertools.repeat(None, 3):
    l = l + (h * h).sum()
    h += 1
l.backward()
""",
    "tuple swap": """
a, c = x * 2, x * 3
l = (a * c).sum()
a, c = c, a
a += 1
l.backward()
""",
    "global": """
H = x * 2
def f():
    global H
    y = H.sin()
    H += 1
    return y
f().sum().backward()
""",
    "send gen": """
def acc(h):
    while True:
        k = yield h.sin()
        h += 1
g = acc(x * 2)
a = next(g)
c = g.send(2)
(a + c).sum().backward()
""",
    "yield from": """
def inner(h):
    yield h.sin()
    h += 1
    yield h.cos()
def outer(h):
    yield from inner(h)
sum(outer(x * 2)).sum().backward()
""",
    "enum switch": """
class K(enum.Enum):
    A = 1
    B = 2
def f(h, k):
    if k is K.A:
        y = h.sin()
    else:
        y = h.cos()
    h += 1
    return y
f(x * 2, K.A).sum().backward()
""",
    "sorted ": """
hs = [x * 2, x * 3]
l = sum((h * h).sum() for h in hs)
for h in sorted(hs, key=lambda t: t.sum().item()):
    h += 1
l.backward()
""",
    "forward hook": """
net = nn.Sequential(nn.Linear(3, 3), nn.Sigmoid())
def hook(mod, inp, out):
    out.mul_(2)
net[1].register_forward_hook(hook)
net(x).sum().backward()
""",
    "vmap": """
def f(h):
    y = h.exp()
    y.add_(1)
    return y
torch.vmap(f)(x * 2).sum().backward()
""",
    "apply fn": """
class Sq(torch.autograd.Function):
    @staticmethod
    def forward(ctx, h):
        ctx.save_for_backward(h)
        return h * h
    @staticmethod
    def backward(ctx, g):
        h, = ctx.saved_tensors
        return 2 * h * g
h = x * 2
l = Sq.apply(h).sum()
h += 1
l.backward()
""",
    "mapping subclass": """
class Cache(dict):
    def __missing__(self, key):
        self[key] = x * key
        return self[key]
cache = Cache()
l = (cache[2] * cache[2]).sum()
cache[2].add_(1)
l.backward()
""",
    "named tuple unpacked": """
class Out(typing.NamedTuple):
    a: torch.Tensor
    b: torch.Tensor
a, c = Out(x * 2, x * 3)
l = (a * c).sum()
c += 1
l.backward()
""",
    "zip with an open list": """
a, c, d = x * 2, x * 3, x * 4
l = (a.sum() + c.sum() + (d * d).sum())
for h, k in zip([a, c, d], torch.ones(3).split([1, 1, 1])):
    h += k
l.backward()
""",
}
