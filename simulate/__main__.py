"""`simulate`, and `python -m simulate`."""

import os


def main() -> None:
    """Run the command line; Ctrl-C before it is up ends quietly, too."""
    try:
        from simulate.terminal import main as run
    except KeyboardInterrupt:
        os._exit(130)
    run()


if __name__ == "__main__":
    main()
