"""`python -m simulate`."""

from simulate.terminal import main

main()
