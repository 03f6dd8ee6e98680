"""Runs the command as `python -m gaffe`."""

from gaffe.main import main

if __name__ == "__main__":
    main()
