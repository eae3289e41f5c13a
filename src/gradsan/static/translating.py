"""Write a NumPy expression with torch, so that it stays in the graph.

Only what means the same in both is translated: a small set of functions, arithmetic, lists
of tensors. Anything else raises `Untranslatable`, and nothing is proposed.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

_SAME = frozenset(
    "abs sqrt exp expm1 log log1p log2 log10 sin cos tan tanh sinh cosh square power matmul "  # noqa: SIM905
    "maximum minimum".split()
)
_OTHER = {"absolute": "abs", "arctan": "atan", "power": "pow"}
_REDUCING = frozenset({"mean", "sum", "prod", "var", "std"})
_JOINING = {"stack": "stack", "concatenate": "cat"}
_FFT = frozenset({"fft", "ifft", "rfft", "irfft", "hfft", "ihfft"})
_KEYWORDS = {"axis": "dim", "keepdims": "keepdim"}
_DOORS = frozenset({"detach", "cpu", "numpy"})
_FLOATS = {"float32": "", "float": "", "float64": ".double()", "double": ".double()"}
_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow, ast.MatMult)


def read_dtype(node: ast.expr) -> str:
    """Return what casts a tensor to a type of NumPy or torch: nothing, or `.double()`."""
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    if isinstance(node, ast.Constant):
        name = str(node.value)
    if name not in _FLOATS:
        raise Untranslatable(ast.unparse(node))
    return _FLOATS[name]


class Untranslatable(Exception):  # noqa: N818 - says what happened
    """A part means something else in torch, or is not known."""


@dataclass(frozen=True, slots=True)
class Translator:
    """The names of the two libraries in a file, and what other names stand for."""

    torch: str
    numpy: str
    expand: Callable[[ast.Name], ast.expr]

    def tensor(self, node: ast.expr) -> str:
        """Write what is an array in NumPy as a tensor."""
        text = self._tensor(node)
        if text is None:
            raise Untranslatable(ast.unparse(node))
        return text

    def _tensor(self, node: ast.expr) -> str | None:
        match node:
            case ast.Name():
                value = self.expand(node)
                return None if value is node else self._tensor(value)
            case ast.List() | ast.Tuple() | ast.ListComp():
                return f"{self.torch}.stack({self._list(node)})"
            case ast.Attribute(value=owner, attr="T"):
                return f"{self.tight(owner)}.T"
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return f"-{self.tight(inner)}"
            case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _OPERATORS):
                parts = [self._operand(left), self._operand(right)]
                sign = ast.unparse(ast.BinOp(ast.Name("a"), op, ast.Name("b")))[2:-2]
                return f" {sign} ".join(parts)
            case ast.Call(func=func, args=args, keywords=keywords):
                return self._call(node, func, args, keywords)
        return None

    def _call(
        self, node: ast.Call, func: ast.expr, args: list[ast.expr], keywords: list[ast.keyword]
    ) -> str | None:
        match func:
            case ast.Attribute(value=ast.Name(id=home), attr=name) if home == self.numpy:
                return self._function(name, args, keywords)
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id=home), attr="fft"), attr=name):
                if home == self.numpy and name in _FFT and len(args) in (1, 2):
                    rest = [self._number(item) for item in args[1:]]
                    return self._written(f"fft.{name}", args[0], rest, keywords, ("n", "norm"))
            case ast.Attribute(value=owner, attr="numpy") if not args and not keywords:
                return _undressed(owner)
            case ast.Attribute(value=owner, attr="astype") if len(args) == 1 and not keywords:
                return f"{self.tight(owner)}{read_dtype(args[0])}"
            case ast.Attribute(value=owner, attr=name) if name in _REDUCING:
                return self._reduced(name, owner, args, keywords)
            case ast.Attribute(value=owner, attr="copy") if not args and not keywords:
                return self._tensor(owner)
            case ast.Name(id="float") if len(args) == 1:
                return self._tensor(args[0])
        return None

    def _function(self, name: str, args: list[ast.expr], keywords: list[ast.keyword]) -> str | None:
        if name in ("asarray", "array", "ascontiguousarray", "float32") and len(args) == 1:
            return None if keywords else self._tensor(args[0])
        if name in _REDUCING and args:
            return self._reduced(name, args[0], args[1:], keywords)
        if name in _JOINING and args:
            return self._joined(_JOINING[name], args, keywords)
        if name == "clip" and len(args) == 3 and not keywords:
            bounds = ", ".join(self._number(item) for item in args[1:])
            return f"{self.torch}.clamp({self.tensor(args[0])}, {bounds})"
        if name == "where" and len(args) == 3 and not keywords:
            return self._chosen(args)
        name = _OTHER.get(name, name)
        if name in ("maximum", "minimum") and len(args) == 2 and _is_number(args[1]):
            bound = "min" if name == "maximum" else "max"
            return f"{self.torch}.clamp({self.tensor(args[0])}, {bound}={ast.unparse(args[1])})"
        if name not in _SAME and name not in _OTHER.values():
            return None
        wanted = 2 if name in ("matmul", "maximum", "minimum", "pow") else 1
        if len(args) != wanted or keywords:
            return None
        rest = [self._number(args[1])] if name == "pow" else [self.tensor(a) for a in args[1:]]
        return self._written(name, args[0], rest, [], ())

    def _chosen(self, args: list[ast.expr]) -> str | None:
        question, *values = args
        match question:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                sign = ast.unparse(ast.Compare(ast.Name("a"), [op], [ast.Name("b")]))[2:-2]
                asked = f"{self._operand(left)} {sign} {self._operand(right)}"
            case _:
                return None
        if all(_is_number(value) for value in values):
            return None
        first, second = (
            ast.unparse(value) if _is_number(value) else self.tensor(value) for value in values
        )
        return f"{self.torch}.where({asked}, {first}, {second})"

    def _joined(self, name: str, args: list[ast.expr], keywords: list[ast.keyword]) -> str | None:
        if not isinstance(args[0], (ast.List, ast.Tuple, ast.ListComp)) or len(args) > 2:
            return None
        rest = [f"dim={self._number(item)}" for item in args[1:]]
        rest += self._keywords(keywords, ("axis",))
        return f"{self.torch}.{name}({', '.join([self._list(args[0]), *rest])})"

    def _reduced(
        self, name: str, owner: ast.expr, args: list[ast.expr], keywords: list[ast.keyword]
    ) -> str | None:
        """A sum or mean; variances divide by n in NumPy, by n - 1 in torch."""
        if len(args) > 1 or (name == "prod" and (args or keywords)):
            return None
        rest = [f"dim={self._axes(item)}" for item in args]
        more = ["correction=0"] if name in ("var", "std") else []
        text = self._written(name, owner, rest, keywords, ("axis", "keepdims"))
        return f"{text[:-1]}, {more[0]})" if more else text

    def _written(
        self,
        name: str,
        first: ast.expr,
        rest: list[str],
        keywords: list[ast.keyword],
        known: tuple[str, ...],
    ) -> str:
        allowed = (*known, "axis") if name.startswith("fft.") else known
        parts = [self.tensor(first), *rest, *self._keywords(keywords, allowed)]
        return f"{self.torch}.{name}({', '.join(parts)})"

    def _keywords(self, keywords: list[ast.keyword], known: tuple[str, ...]) -> list[str]:
        if any(item.arg not in known for item in keywords):
            raise Untranslatable(", ".join(str(item.arg) for item in keywords))
        return [
            f"{_KEYWORDS.get(str(item.arg), item.arg)}={self._axes(item.value)}"
            for item in keywords
        ]

    def _axes(self, node: ast.expr) -> str:
        if isinstance(node, ast.Tuple) and all(_is_number(item) for item in node.elts):
            return ast.unparse(node)
        if isinstance(node, ast.Constant) and isinstance(node.value, (str, bool)):
            return repr(node.value)
        return self._number(node)

    def _operand(self, node: ast.expr) -> str:
        if _is_number(node):
            return ast.unparse(node)
        return self.tight(node)

    def _number(self, node: ast.expr) -> str:
        if not _is_number(node):
            raise Untranslatable(ast.unparse(node))
        return ast.unparse(node)

    def tight(self, node: ast.expr) -> str:
        """Write an array as a tensor that a method can be called on."""
        inner = ast.parse(self.tensor(node), mode="eval").body
        text = ast.unparse(inner)  # without parentheses that are not needed
        is_tight = isinstance(inner, (ast.Name, ast.Call, ast.Attribute, ast.Subscript))
        return text if is_tight else f"({text})"

    def _list(self, node: ast.expr) -> str:
        """Write a list of arrays as a list of tensors."""
        match node:
            case ast.List(elts=[_, *_] as parts) | ast.Tuple(elts=[_, *_] as parts):
                return f"[{', '.join(self.tensor(part) for part in parts)}]"
            case ast.ListComp(elt=item, generators=[only]) if not only.is_async:
                text = self.tensor(item)
                is_bare = isinstance(only.iter, ast.Name) and not only.ifs
                if is_bare and text == ast.unparse(only.target):
                    return ast.unparse(only.iter)
                return f"[{text} {ast.unparse(only).strip()}]"
        raise Untranslatable(ast.unparse(node))


def _undressed(node: ast.expr) -> str | None:
    """Take the doors off: `x.detach().cpu()` is `x`; without one, it has no graph."""
    has_door = False
    while True:
        match node:
            case ast.Call(func=ast.Attribute(value=owner, attr=name), args=[], keywords=[]):
                if name not in _DOORS:
                    break
                has_door |= name == "detach"
                node = owner
            case ast.Attribute(value=owner, attr="data"):
                has_door = True
                node = owner
            case _:
                break
    text = ast.unparse(node)
    return text if has_door else None


def _is_number(node: ast.expr) -> bool:
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return _is_number(inner)
        case ast.BinOp(left=left, right=right):
            return _is_number(left) and _is_number(right)
        case ast.Constant(value=bool()):
            return False
        case ast.Constant(value=int() | float()):
            return True
    return False
