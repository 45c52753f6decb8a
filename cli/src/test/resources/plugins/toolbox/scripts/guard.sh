input=$(cat)
case "$input" in
  *forbidden*) echo "toolbox forbids it" >&2; exit 2 ;;
esac
