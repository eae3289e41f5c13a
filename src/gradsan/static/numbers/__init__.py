"""A script read with the numbers that stand in it, so far as they are known.

The walk knows kinds of values, not values. Whether `sqrt` meets a zero is often written in the
script: a literal list, two equal rows, a frame of silence. Here small tensors are worked out entry
by entry, in plain Python; what is not known is a symbol, which equals only itself.
"""
