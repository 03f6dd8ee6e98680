#!/bin/sh
# Writes .env from .env.example with a new random secret where a value is empty. Never overwrites a file.
# An argument names another file than .env.
set -eu
cd "$(dirname "$0")/.."
file=${1:-.env}
if [ -e "$file" ]; then
  echo "$file exists: delete it first, or add what is missing" >&2
  exit 1
fi
umask 077
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
while IFS= read -r line; do
  case $line in
    GAFFE_TOKEN= | COLLECTOR_TOKEN=) line="${line}gaffe_$(random)" ;;
    [A-Z]*=) line="$line$(random)" ;;
  esac
  printf '%s\n' "$line"
done <.env.example >"$file"
echo "wrote $file"
