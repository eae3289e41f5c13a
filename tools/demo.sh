# Show what gradsan does, on the bundled examples. Called by `make demo`.
set -u

say() { printf '\n\033[1m$ %s\033[0m\n\n' "$*"; }
gradsan() {
    say "gradsan $*"
    "$PYTHON" -m gradsan "$@"
    status=$?
    printf '\n(exit status %s)\n' "$status"
}

printf 'Six small training programs, each with one real mistake, lie in examples/.\n'
printf '\n1. Read them, run nothing:\n'
gradsan check examples --output-format concise

printf '\n2. One of them in full: the line that saved, the line that wrote, the line that needed.\n'
gradsan check examples/simulation_update.py

printf '\n3. The same from a real run. PyTorch alone says «Good luck!»:\n'
gradsan run examples/gan_step_between.py

printf '\n4. A run that raises nothing, and whose gradients are wrong:\n'
gradsan run examples/recommender_data_clip.py

printf '\n5. GELU plain and in place: the same gradient, less memory. One step too far, and it raises:\n'
gradsan compare examples/variants/gelu.py:plain examples/variants/gelu.py:in_place --input "randn(64, 64, seed=1)"
gradsan compare examples/variants/gelu.py:plain examples/variants/gelu.py:too_far --input "randn(64, 64, seed=1)"

printf '\n6. Its derivative written by hand: is it right?\n'
gradsan verify examples/variants/gelu.py:by_hand --input "randn(3, 4, seed=1)"

printf '\nNext: gradsan check YOUR_CODE, gradsan run train.py, gradsan explain < traceback.txt\n'
