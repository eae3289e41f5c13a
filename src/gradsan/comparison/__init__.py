"""How do the backward passes of two variants differ?"""
