#!/bin/sh
# Installs Tenon for one user, without root; upgrades it, and takes it away again. See docs/packaging.md.
#
#   install.sh ARCHIVE               installs tenon-VERSION-linux-x64.tar.gz, a file or an https address
#   install.sh --uninstall           takes the program away; state and configuration stay
#   install.sh --uninstall --purge   takes state and configuration (TENON_HOME, ~/.tenon) away, too
#
#   --prefix DIR    installs below DIR instead of ~/.local
#   --sha256 SUM    the sum that the archive must have; else SHA256SUMS beside the archive has it
#
# Under the prefix it makes lib/tenon/VERSION, the links lib/tenon/current and bin/tenon, and links to
# the manual page and the completions; nothing else. It runs nothing that it has downloaded before the
# sum is right, asks nothing, and changes no start-up file of a shell.
set -u
umask 022

platform=linux-x64
marker=.installed-by-tenon
newline='
'

say() {
  printf 'install.sh: %s\n' "$*" >&2
}

fail() {
  say "$@"
  exit 1
}

# ---- what is wanted ----------------------------------------------------------------------------

archive='' prefix='' sum='' action=install purge=no
while [ $# -gt 0 ]; do
  case $1 in
    --uninstall) action=uninstall ;;
    --purge) purge=yes ;;
    --prefix | --sha256)
      [ $# -gt 1 ] && [ -n "$2" ] || fail "$1 needs a value."
      if [ "$1" = --prefix ]; then prefix=$2; else sum=$2; fi
      shift
      ;;
    -h | --help)
      sed -n '2,/^set -u/{/^#/s/^# \{0,1\}//p;}' "$0"
      exit 0
      ;;
    -*) fail "there is no option $1; see install.sh --help." ;;
    *)
      [ -z "$archive" ] || fail "one archive at a time: $archive or $1?"
      archive=$1
      ;;
  esac
  shift
done
if [ -z "$prefix" ]; then
  [ -n "${HOME:-}" ] || fail 'HOME is not set; say where with --prefix DIR.'
  prefix=$HOME/.local
fi
case $prefix in
  /*) ;;
  *) prefix=$PWD/$prefix ;;
esac
case $prefix in
  *:*) fail "$prefix has a colon in it, which Java's class path cannot have; choose another --prefix." ;;
esac
[ "$action" = uninstall ] || [ "$purge" = no ] || fail '--purge goes with --uninstall.'
home=$prefix/lib/tenon

# The links it makes: where, and to what in the version that is current.
links="bin/tenon tenon
share/man/man1/tenon.1 share/man/man1/tenon.1
share/bash-completion/completions/tenon share/bash-completion/completions/tenon
share/zsh/site-functions/_tenon share/zsh/site-functions/_tenon
share/fish/vendor_completions.d/tenon.fish share/fish/vendor_completions.d/tenon.fish"

# Whether the link $1 is one of ours: it leads into this installation.
is_ours() {
  [ -L "$1" ] || return 1
  case $(readlink "$1") in
    "$home"/*) return 0 ;;
    *) return 1 ;;
  esac
}

# ---- taking it away ----------------------------------------------------------------------------

uninstall() {
  # An install or uninstall that was killed may have left it empty.
  rmdir "$home" 2>/dev/null
  if [ ! -e "$home" ]; then
    say "nothing is installed in $home."
  else
    [ -f "$home/$marker" ] || fail "$home was not made by install.sh; it is left alone."
    [ -w "$home" ] || fail "$home is not writable."
    printf '%s\n' "$links" | while read -r link target; do
      if is_ours "$prefix/$link"; then rm -f "$prefix/$link"; fi
    done
    clear_unfinished
    for folder in "$home"/*/; do
      folder=${folder%/}
      # Only what this script made: links and versions, which all have a launcher.
      if [ -L "$folder" ]; then
        rm -f "$folder"
      elif [ -f "$folder/dist/launch" ]; then
        remove "$folder"
      fi
    done
    rm -f "$home/current" "$home/$marker"
    rmdir "$home" 2>/dev/null || say "$home holds other files; they are left alone."
    for folder in bin lib share/man/man1 share/man share/bash-completion/completions \
      share/bash-completion share/zsh/site-functions share/zsh share/fish/vendor_completions.d \
      share/fish share; do
      rmdir "$prefix/$folder" 2>/dev/null
    done
    say "took Tenon away from $prefix."
  fi
  state=${TENON_HOME:-${HOME:-}/.tenon}
  [ -d "$state" ] || return 0
  if [ "$purge" = no ]; then
    say "state and configuration stay in $state (--purge takes them, too)."
    return 0
  fi
  purge "$state"
}

# What Tenon keeps in its state folder.
state_names=' AGENTS.md blobs cache commands config.yml history.db history.db-shm history.db-wal logs
 projects prompts rules sandbox sandbox.txt sessions state-version terminal-sessions trust.json usage '

# Removes the state folder $1, if it is one and holds nothing else.
purge() {
  [ ! -L "$1" ] || fail "$1 is a link; remove what it leads to yourself."
  state=$(CDPATH='' cd -- "$1" && pwd -P) || fail "$1 cannot be entered."
  user=$(CDPATH='' cd -- "${HOME:-/}" && pwd -P) || user=/
  case $user/ in
    "${state%/}"/*) fail "$state is your home or a folder around it; it is left alone." ;;
  esac
  others=
  for entry in "$state"/* "$state"/.[!.]* "$state"/..?*; do
    [ -e "$entry" ] || [ -L "$entry" ] || continue
    case $state_names in
      *[" $newline"]"${entry##*/}"[" $newline"]*) ;;
      *) others="$others ${entry##*/}" ;;
    esac
  done
  [ -z "$others" ] || fail "$state holds what is not Tenon's, and is left alone:$others"
  rm -rf "$state" || fail "could not remove all of $state."
  say "took state and configuration away: $state."
}

# Removes a folder of ours, also when it was made read-only.
remove() {
  chmod -R u+w "$1" 2>/dev/null
  rm -rf "$1"
}

# ---- fetching and checking ---------------------------------------------------------------------

# Downloads $1 to the file $2; false if that fails or takes a minute without a byte. Everything on the
# way has to be https, and the server has to be the one it says it is.
fetch() {
  case $fetcher in
    curl)
      curl -fsSL --proto '=https' --proto-redir '=https' --max-redirs 5 --connect-timeout 30 \
        --speed-limit 1 --speed-time 60 -o "$2" "$1"
      ;;
    wget) fetch_by_wget "$1" "$2" ;;
  esac
}

# wget follows a redirect to plain http, so each is looked at here.
fetch_by_wget() {
  address=$1 hops=0
  while [ "$hops" -le 5 ]; do
    if wget -nv --server-response --max-redirect=0 --tries=1 --timeout=60 -O "$2" "$address" \
      2>"$work/wget"; then
      return 0
    fi
    next=$(sed -n 's/^ *[Ll]ocation: *\([^[:space:]]*\).*/\1/p' "$work/wget" | head -n 1)
    case $next in
      https://*) address=$next ;;
      /*)
        rest=${address#https://}
        address=https://${rest%%/*}$next
        ;;
      '')
        sed -n '/^wget: /p; /ERROR/p; /failed/p' "$work/wget" >&2
        return 1
        ;;
      *)
        say "$address leads to $next, which is not https."
        return 1
        ;;
    esac
    hops=$((hops + 1))
  done
  say "$1 leads on and on."
  return 1
}

# Sets $fetcher. The wget of busybox does not check whom it talks to.
find_fetcher() {
  if command -v curl >/dev/null; then
    fetcher=curl
    return
  fi
  case $(wget --version 2>/dev/null) in
    'GNU Wget'*) fetcher=wget ;;
    *) fail 'needs curl or GNU wget to download; give it a file instead.' ;;
  esac
}

sum_of() {
  if command -v sha256sum >/dev/null; then
    sha256sum "$1" | cut -d ' ' -f 1
  elif command -v shasum >/dev/null; then
    shasum -a 256 "$1" | cut -d ' ' -f 1
  else
    fail 'needs sha256sum or shasum to check the archive.'
  fi
}

# Sets $file to the archive on this machine, and $sum to what its sum has to be.
get_archive() {
  name=${archive##*/}
  case $archive in
    https://*)
      find_fetcher
      file=$work/$name
      fetch "$archive" "$file" || fail "could not download $archive."
      if [ -z "$sum" ]; then
        fetch "${archive%/*}/SHA256SUMS" "$work/SHA256SUMS" ||
          fail "there is no SHA256SUMS beside $archive; give its sum with --sha256."
        sums=$work/SHA256SUMS
      fi
      ;;
    *://*) fail "only https addresses and files are installed, not $archive." ;;
    *)
      file=$archive
      [ -f "$file" ] || fail "there is no file $file."
      [ -r "$file" ] || fail "$file is not readable."
      folder=.
      case $file in */*) folder=${file%/*} ;; esac
      sums=$folder/SHA256SUMS
      if [ -z "$sum" ] && [ ! -r "$sums" ]; then
        fail "there is no SHA256SUMS beside $file; give its sum with --sha256."
      fi
      ;;
  esac
  if [ -z "$sum" ]; then
    while read -r value listed || [ -n "$value" ]; do
      case $listed in
        "$name" | "*$name") sum=$value ;;
      esac
      value=
    done <"$sums"
    [ -n "$sum" ] || fail "SHA256SUMS does not name $name; give its sum with --sha256."
  fi
  sum=$(printf '%s' "$sum" | tr A-F a-f)
}

check_platform() {
  system=$(uname -s) machine=$(uname -m)
  case $system-$machine in
    Linux-x86_64 | Linux-amd64) here=linux-x64 ;;
    *) here=$system-$machine ;;
  esac
  case $name in
    tenon-*-"$platform".tar.gz) ;;
    tenon-*.tar.gz) fail "$name is for another platform; this script installs $platform." ;;
    *) fail "$name is no archive of Tenon (tenon-VERSION-$platform.tar.gz)." ;;
  esac
  [ "$here" = "$platform" ] || fail "$name is for $platform, and this is $here."
  version=${name#tenon-} version=${version%-"$platform".tar.gz}
  case $version in
    '' | *[!0-9A-Za-z.+~_-]* | .* | current) fail "$name has no version in its name." ;;
  esac
}

# ---- installing --------------------------------------------------------------------------------

install() {
  [ -n "$archive" ] || fail 'which archive? See install.sh --help.'
  name=${archive##*/}
  check_platform
  # An install that was killed may have left it empty.
  if [ -e "$home" ] && [ ! -f "$home/$marker" ] && ! rmdir "$home" 2>/dev/null; then
    fail "$home is there and was not made by install.sh; move it away or choose another --prefix."
  fi
  # What is in the way is told before anything is changed.
  blocked=$(printf '%s\n' "$links" | while read -r link target; do
    if [ -L "$prefix/$link" ] || [ -e "$prefix/$link" ]; then
      is_ours "$prefix/$link" || printf ' %s' "$prefix/$link"
    fi
  done)
  [ -z "$blocked" ] || fail "in the way, and not made by install.sh:$blocked; move it away."
  printf 'lib/tenon/x x\n%s\n' "$links" | while read -r link target; do
    check_folder "$prefix/${link%/*}"
  done || exit 1
  work=$home/.new.$$ target=
  trap leave EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  mkdir -p "$home" || fail "cannot make $home."
  (: >"$home/$marker") 2>/dev/null || fail "cannot write in $home; is the disk full?"
  clear_unfinished
  mkdir "$work" || fail "cannot make $work; is the disk full?"
  check_room
  get_archive
  found=$(sum_of "$file") || exit 1
  [ "$found" = "$sum" ] ||
    fail "$name is damaged or not complete: its SHA-256 is $found and should be $sum."
  gzip -dc "$file" | (cd "$work" && tar -xf -) ||
    fail "could not unpack $name; nothing was changed."
  fresh=$work/tenon-$version
  [ -f "$fresh/tenon" ] && [ -r "$fresh/dist/launch" ] || fail "$name holds no Tenon $version."
  # It has to start before it takes anything's place.
  said=$(TENON_JAVA_HOME='' TENON_JAVA_OPTS='' "$fresh/tenon" --version 2>&1) ||
    fail "the new version does not start here: $said"
  before=
  [ ! -L "$home/current" ] || before=$(readlink "$home/current")
  # The same version again: the old one goes aside, since a folder cannot be replaced in one step.
  place=$version
  if [ -e "$home/$version" ]; then
    place=$version.$(date +%s).$$
  fi
  target=$place
  mv "$fresh" "$home/$target" || fail "cannot move the new version to $home/$target."
  switch "$target"
  printf '%s\n' "$links" | while read -r link path; do
    mkdir -p "$prefix/${link%/*}" && replace "$home/current/$path" "$prefix/$link" ||
      say "could not make $prefix/$link."
  done
  is_ours "$prefix/bin/tenon" || fail "$prefix/bin/tenon could not be made; $home/current/tenon works."
  clear_old
  say "$said is installed in $home/$target${before:+, in the place of $before}."
  case :${PATH:-}: in
    *":$prefix/bin:"*) ;;
    *)
      say "$prefix/bin is not on your PATH; add it, or start $prefix/bin/tenon."
      return
      ;;
  esac
  first=$(command -v tenon) || return 0
  [ "$first" = "$prefix/bin/tenon" ] ||
    say "$first comes before $prefix/bin/tenon on your PATH, and is what 'tenon' starts."
}

# Fails unless the folder $1 is there and writable, or can be made.
check_folder() {
  folder=$1
  while [ ! -e "$folder" ] && [ ! -L "$folder" ]; do
    folder=${folder%/*}
    [ -n "$folder" ] || folder=/
  done
  [ -d "$folder" ] || fail "$folder is in the way of $1; move it away or choose another --prefix."
  [ -w "$folder" ] && [ -x "$folder" ] || fail "$folder is not writable."
}

# Fails when the disk has less room than an installation needs, with a little on top; asked before
# anything is downloaded. In blocks of 1024 bytes.
check_room() {
  needed=350000
  case $archive in https://*) needed=450000 ;; esac
  free=$(df -Pk "$work" 2>/dev/null | awk 'NR == 2 { print $4 }')
  case $free in
    '' | *[!0-9]*) return 0 ;;
  esac
  [ "$free" -ge "$needed" ] ||
    fail "$prefix has $((free / 1000)) MB free, and $((needed / 1000)) are needed."
}

# Takes away what was unfinished: the version that is not switched to; after a first install that
# failed, everything.
leave() {
  remove "$work"
  clear_links $$
  current=
  [ ! -L "$home/current" ] || current=$(readlink "$home/current")
  if [ -n "$target" ] && [ "$current" != "$target" ]; then remove "$home/$target"; fi
  [ -n "$current" ] || {
    rm -f "$home/$marker"
    rmdir "$home" "$prefix/lib" 2>/dev/null
  }
}

# Takes away what installs left that were killed, or stopped by a power failure.
clear_unfinished() {
  for folder in "$home"/.new.*; do
    owner=${folder##*.}
    if kill -0 "$owner" 2>/dev/null; then continue; fi
    remove "$folder"
  done
  for link in "$home"/current.new.* "$prefix"/bin/tenon.new.* "$prefix"/share/*/*/*tenon*.new.*; do
    owner=${link##*.}
    if kill -0 "$owner" 2>/dev/null; then continue; fi
    clear_links "$owner"
  done
}

# Takes away the links that the process $1 was about to rename.
clear_links() {
  rm -f "$home/current.new.$1"
  printf '%s\n' "$links" | while read -r link path; do
    if is_ours "$prefix/$link.new.$1"; then rm -f "$prefix/$link.new.$1"; fi
  done
}

# Makes $2 a link to $1 in one step.
replace() {
  rm -f "$2.new.$$"
  ln -s "$1" "$2.new.$$" && rename "$2.new.$$" "$2"
}

# A link to a folder must not be followed, or the new one would end up inside.
rename() {
  mv -fT "$1" "$2" 2>/dev/null || {
    [ -L "$2" ] || [ ! -e "$2" ] || return 1
    rm -f "$2"
    mv -f "$1" "$2"
  }
}

switch() {
  replace "$1" "$home/current" || fail "cannot switch $home/current to $1; $before stays."
}

# Old versions go, but for one that is still running: its classes are read when they are needed.
clear_old() {
  for folder in "$home"/*/; do
    folder=${folder%/}
    old=${folder##*/}
    [ ! -L "$folder" ] && [ "$old" != "$target" ] && [ -f "$folder/dist/launch" ] || continue
    if in_use "$folder"; then
      say "$old is still running; the next install or uninstall removes it."
    else
      remove "$folder"
    fi
  done
}

# Whether a process runs the JVM of the installation in $1.
in_use() {
  real=$(CDPATH='' cd -- "$1" && pwd -P) || return 1
  for process in /proc/[0-9]*; do
    [ "$(readlink "$process/exe" 2>/dev/null)" != "$real/dist/runtime/bin/java" ] || return 0
  done
  return 1
}

if [ "$action" = uninstall ]; then
  [ -z "$archive" ] || fail '--uninstall takes no archive.'
  uninstall
else
  install
fi
