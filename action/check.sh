#!/usr/bin/env bash
# Runs the check, and tells the runner where its results are. Annotations are lines of its output. The exit status is the
# check's own: 0 for what may be merged, 1 for what the configuration calls a failure, 2 for a build that is broken.
set -uo pipefail

words=(--github)
base=${PATHFOLD_BASE:-}
if [ -n "$base" ]; then
  if ! git rev-parse --verify --quiet "$base^{commit}" >/dev/null; then
    # A shallow clone has no history: ask for this one commit.
    git fetch --quiet --depth=1 origin "$base" || {
      echo "::error title=pathfold::the base $base is not in this clone; use actions/checkout with fetch-depth 0"
      exit 2
    }
  fi
  words+=(--base "$base")
fi
[ -z "${PATHFOLD_CONFIG:-}" ] || words+=("$PATHFOLD_CONFIG")

# shellcheck disable=SC2086  # PATHFOLD may be a command with words of its own, such as `node bin/pathfold.js`.
${PATHFOLD:-pathfold} check "${words[@]}" | tee "${RUNNER_TEMP:-/tmp}/pathfold-check.log"
status=${PIPESTATUS[0]}

folder=$(sed -n 's/^checked: .*; see //p' "${RUNNER_TEMP:-/tmp}/pathfold-check.log" | tail -n 1)
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  {
    echo "status=$status"
    echo "folder=$folder"
    [ -z "$folder" ] || echo "sarif=$folder/check.sarif"
  } >>"$GITHUB_OUTPUT"
fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  {
    echo "### pathfold"
    echo
    sed -n 's/^checked: \(.*\); see .*/\1/p' "${RUNNER_TEMP:-/tmp}/pathfold-check.log"
    sed -n 's/^::\(error\|warning\) \(.*\)title=\([^:]*\)::\(.*\)$/- **\3**: \4/p' "${RUNNER_TEMP:-/tmp}/pathfold-check.log" |
      sed 's/%0A/; /g; s/%3A/:/g; s/%2C/,/g; s/%25/%/g'
  } >>"$GITHUB_STEP_SUMMARY"
fi
[ "$status" -ne 2 ] || echo "::error title=pathfold::the check could not be done: a target does not compile, or the configuration is wrong"
exit "$status"
