#!/usr/bin/env bash
# Installs pathfold where later steps find it. Nothing of the package is run.
set -euo pipefail
prefix=${RUNNER_TEMP:?}/pathfold
mkdir -p "$prefix"
npm install --prefix "$prefix" --ignore-scripts --no-audit --no-fund --omit=optional "pathfold@${PATHFOLD_VERSION:-latest}"
echo "$prefix/node_modules/.bin" >>"${GITHUB_PATH:?}"
