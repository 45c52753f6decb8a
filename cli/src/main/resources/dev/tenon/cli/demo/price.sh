#!/bin/sh
# Prints the price of an order in cents: PIECES times CENTS, with 15 percent off from 10 pieces on.
pieces=$1
cents=$2

total=$((pieces * cents))
if [ "$pieces" -gt 10 ]; then
  total=$((total * 85 / 100))
fi
echo "$total"
