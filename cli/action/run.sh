#!/usr/bin/env bash
# Runs the flows and leaves the report, its summary and the exit status to the next steps. Ends well whatever they say:
# the pull request is commented on first.
set -uo pipefail

if [ -x node_modules/.bin/gaffe ]; then gaffe=(node_modules/.bin/gaffe)
elif command -v gaffe >/dev/null; then gaffe=(gaffe)
else gaffe=(npx --yes "@gaffe/cli@$GAFFE_ACTION_VERSION"); fi

folder=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/gaffe-XXXXXX")
report="$folder/report.json"
args=(--reporter json --output "$report" --tag "commit:$GITHUB_SHA")
baseline=$GAFFE_ACTION_BASELINE
if [ "$GITHUB_EVENT_NAME" = pull_request ]; then
  # A pull request is no state of its branch: its runs are nobody's baseline.
  args+=(--tag "pull:${GITHUB_REF_NAME%%/*}")
  baseline=${baseline:-branch:$GITHUB_BASE_REF}
else
  args+=(--tag "branch:$GITHUB_REF_NAME")
fi
[ -z "$baseline" ] || args+=(--baseline "$baseline")
[ -z "$GAFFE_ACTION_FLOW" ] || args+=(--flow "$GAFFE_ACTION_FLOW")
[ -z "$GAFFE_ACTION_FAIL_UNDER" ] || args+=(--fail-under "$GAFFE_ACTION_FAIL_UNDER")

"${gaffe[@]}" run "${args[@]}" 2> >(tee "$folder/errors" >&2)
status=$?

summary="$folder/summary.md"
if [ -s "$report" ]; then
  "${gaffe[@]}" report "$report" --reporter github
  "${gaffe[@]}" report "$report" --reporter markdown > "$summary"
else
  # Without a report, its output is all there is to show.
  { echo '**Gaffe** came to no report:'; echo; sed 's/^/    /' "$folder/errors"; } > "$summary"
fi
[ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$summary" >> "$GITHUB_STEP_SUMMARY"
{
  echo "report=$report"
  echo "summary=$summary"
  echo "status=$status"
} >> "$GITHUB_OUTPUT"
