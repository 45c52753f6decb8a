#!/bin/sh
# Compares prices with what they should be; ends with the number of wrong ones.
wrong=0

expect() {
  got=$(sh price.sh "$1" "$2")
  if [ "$got" = "$3" ]; then
    echo "ok    $1 pieces at $2 cents: $got"
  else
    echo "WRONG $1 pieces at $2 cents: $got, should be $3"
    wrong=$((wrong + 1))
  fi
}

expect 1 250 250
expect 9 100 900
expect 10 100 850
expect 12 200 2040
exit "$wrong"
