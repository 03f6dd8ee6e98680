"""The command gaffe: init, login, logout, whoami and run."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version

from gaffe_sdk import Gaffe, GaffeError

from gaffe.exit import AUTH, CHECKS_FAILED, INTERRUPTED, NETWORK, ExitError, usage
from gaffe.flows import Flow, ScriptFlow, find_flows
from gaffe.init import init
from gaffe.login import login, logout, whoami
from gaffe.report import flow_text, problems_of
from gaffe.script_flow import Outcome, run_script
from gaffe.served_flow import client_of, run_served
from gaffe.settings import Settings, read_settings

_EPILOG = """ExitError status: 0 ok, 1 checks failed, 2 usage, 3 token, 4 network.
The command in Node (npm install -g @gaffe/cli) has further commands, reporters and baselines."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command and exits with its status."""
    options = _parser().parse_args(arguments)
    try:
        _execute(options)
    except ExitError as error:
        _end(str(error), error.status)
    except GaffeError as error:
        is_refused = error.status in (401, 403) or str(error).startswith("Missing API key")
        _end(str(error), AUTH if is_refused else NETWORK if error.status is None else CHECKS_FAILED)
    except KeyboardInterrupt:
        _end("interrupted", INTERRUPTED)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "gaffe",
        description="Offline flows of Gaffe in Python and YAML",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-v", "--version", action="version", version=version("gaffe"))
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    run = commands.add_parser("run", help="run the flows of .gaffe/flows")
    run.add_argument("-f", "--flow", action="append", default=[], help="only this flow; repeatable")
    run.add_argument("--fail-under", type=float, default=1.0, help="least pass rate, 0 to 1")
    run.add_argument("--tag", action="append", default=[], help="added to all runs; repeatable")
    run.add_argument("--allow-skipped", action="append", default=[], metavar="CHECK")
    start = commands.add_parser("init", help="write .gaffe/config.yml and an example flow")
    start.add_argument("-l", "--language", help="python or yaml; default: by the folder's files")
    start.add_argument("--force", action="store_true", help="overwrite files")
    for name, text in (("login", "store a token for this user"), ("logout", "forget the token")):
        commands.add_parser(name, help=text).add_argument("--base-url", help="of your Gaffe")
    commands.add_parser("whoami", help="show the address, the token and its project")
    return parser


def _execute(options: argparse.Namespace) -> None:
    if options.command == "init":
        init(options.language, force=options.force)
    elif options.command == "login":
        login(options.base_url)
    elif options.command == "logout":
        logout(options.base_url)
    elif options.command == "whoami":
        whoami()
    else:
        _run(options)


def _run(options: argparse.Namespace) -> None:
    if not 0 <= options.fail_under <= 1:
        raise usage(f"--fail-under is a share from 0 to 1, not {options.fail_under}")
    settings = read_settings()
    flows = find_flows(settings, options.flow)
    gaffe = Gaffe(settings.api_key, settings.base_url)
    # Checked first, so that a wrong token or address is not the failure of every flow.
    gaffe.find_test_runs(limit=1)
    failed = []
    for flow in flows:
        outcome = _outcome_of(flow, settings, gaffe, options)
        problems = problems_of(outcome, options.fail_under)
        if problems:
            failed.append(flow.name)
        print(flow_text(flow.name, outcome, problems), flush=True)
    if failed:
        raise ExitError(CHECKS_FAILED, f"failed: {', '.join(failed)}")


def _outcome_of(
    flow: Flow, settings: Settings, gaffe: Gaffe, options: argparse.Namespace
) -> Outcome:
    if isinstance(flow, ScriptFlow):
        return run_script(flow, settings, gaffe, options.tag, options.allow_skipped)
    return run_served(flow, client_of(gaffe), options.tag, options.allow_skipped)


def _end(message: str, status: int) -> None:
    print(f"gaffe: {message}", file=sys.stderr)
    raise SystemExit(status)
