package dev.tenon.core.permission.program;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The programs whose words alone tell that they only read, each with the options that are
/// harmless. What is not in a line is not proven: an option is added here after reading its manual
/// in every flavour (GNU, BSD, busybox), and one that takes a value in one flavour and none in
/// another is left out.
///
/// Traits: `free` no option of it does more than read; `any` its words are never options that
/// matter, nor files; `text` operands are text; `files` operands are files; `none` there are no
/// operands; `few` at most one operand, a file, since a second one would be written; `pattern` the
/// first operand is text, the others are files; `plus` operands begin with a plus sign; `stops`
/// options end at the first operand; `apart` values of letters stand in words of their own;
/// `single` letters are not bundled, but for digits; `response` a word that begins with `@` names a
/// file with options.
final class ReadingTable {
  private static final String TEXT =
      """
      echo true false : basename dirname seq sleep expr printenv ps which type factor exit return break continue shift = any
      pwd = free text -LP --logical --physical
      times whoami logname arch = free none
      tty = free none -s --silent --quiet
      id = free text -ugGnrzZ --user --group --groups --name --real --zero --context
      groups users = free text
      uname = free none -asnrvmpio --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor --hardware-platform --operating-system
      nproc = free none --all --ignore=
      uptime = free none -ps --pretty --since
      hostname = none -fsdiIA --fqdn --long --short --domain --ip-address --all-ip-addresses --all-fqdns
      cal = free text -1 -3 -y -m -j -s -w
      locale = free text -amck --all-locales --charmaps --category-name --keyword-name
      getconf = free text -a
      lscpu = none -abcJxy --all --online --offline --json
      free = none -bkmghtwl --bytes --kibi --mebi --gibi --human --total --wide --lohi --si
      wait = text
      tr = free text -cCdst --complement --delete --squeeze-repeats --truncate-set1
      cd = few -LP
      date = plus -uR -I? -d: -r< -f< --date= --utc --universal --iso-8601? --rfc-3339= --rfc-email --reference< --file<
      """;

  private static final String FILES =
      """
      ls dir vdir = free files -1aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ --all --almost-all --author --block-size= --classify? --color? --dereference --directory --escape --file-type --format= --full-time --group-directories-first --hide= --human-readable --hyperlink? --ignore= --ignore-backups --indicator-style= --inode --kibibytes --literal --no-group --numeric-uid-gid --quote-name --quoting-style= --recursive --reverse --show-control-chars --hide-control-chars --si --size --sort= --tabsize= --time= --time-style= --width= --zero
      cat = free files -AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting
      head = free files -qvz# -n: -c: --lines= --bytes= --quiet --silent --verbose --zero-terminated
      tail = free files -qvzfFr# -n: -c: -s: --lines= --bytes= --quiet --silent --verbose --zero-terminated --follow? --retry --pid= --sleep-interval=
      wc = free files -clmwL --bytes --chars --lines --words --max-line-length --total= --files0-from<
      nl = free files -b: -d: -f: -h: -i: -l: -n: -p -s: -v: -w: --body-numbering= --number-format= --number-separator= --number-width= --starting-line-number= --no-renumber
      tac = free files -br -s: --before --regex --separator=
      rev = free files
      cut = free files -nsz -b: -c: -d: -f: --bytes= --characters= --delimiter= --fields= --only-delimited --complement --output-delimiter= --zero-terminated
      paste = free files -sz -d: --serial --delimiters= --zero-terminated
      comm = free files -123iz --check-order --nocheck-order --output-delimiter= --total --zero-terminated
      join = free files -iz -a: -e: -j: -o: -t: -v: -1: -2: --ignore-case --check-order --nocheck-order --header --zero-terminated
      fold = free files -bs# -w: --bytes --spaces --width=
      fmt = free files -csu# -w: -p: -g: --crown-margin --split-only --uniform-spacing --width= --prefix= --goal=
      expand unexpand = free files -aif# -t: --all --initial --first-only --tabs=
      column = free files -tx -s: -c: -o: -N: --table --separator= --output-separator= --table-columns= --fillrows --json
      od = free files -vabcdfilosx -A: -j: -N: -t: -S: -w? --address-radix= --skip-bytes= --read-bytes= --format= --output-duplicates --traditional --width? --endian=
      hexdump hd = free files -bcCdovx -e: -f< -n: -s: --canonical --no-squeezing --length= --skip= --format= --format-file<
      stat = free files -Lft -c: --dereference --file-system --terse --format= --printf= --cached=
      du = free files -abchHklLmPsSx0D -d: -t: -B: -X< --all --apparent-size --block-size= --bytes --total --dereference --dereference-args --max-depth= --human-readable --inodes --si --summarize --separate-dirs --threshold= --time? --time-style= --one-file-system --exclude= --exclude-from< --null --files0-from<
      df = free files -ahHiklPT -t: -x: -B: --all --block-size= --human-readable --si --inodes --local --portability --print-type --total --type= --exclude-type= --output?
      realpath = free files -eELmPqsz --canonicalize-existing --canonicalize-missing --logical --physical --quiet --strip --no-symlinks --relative-to= --relative-base= --zero
      readlink = free files -femnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --verbose --zero
      md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum = free files -bctwz -l: --binary --check --tag --text --zero --ignore-missing --quiet --status --strict --warn --length=
      cksum = free files -cwz -a: --algorithm= --check --base64 --raw --tag --untagged --zero
      sum = free files -rs --sysv
      cmp = free files -bls -i: -n: --print-bytes --ignore-initial= --bytes= --verbose --quiet --silent
      tsort = free files
      grep egrep fgrep = free pattern -EFGPivwxcLlqsbHhnTZaIrRUozuy# -e:! -f<! -m: -A: -B: -C: -d: -D: --extended-regexp --fixed-strings --basic-regexp --perl-regexp --regexp=! --file<! --ignore-case --no-ignore-case --invert-match --word-regexp --line-regexp --count --color? --colour? --files-without-match --files-with-matches --max-count= --only-matching --quiet --silent --no-messages --byte-offset --with-filename --no-filename --label= --line-number --initial-tab --null --after-context= --before-context= --context= --group-separator= --no-group-separator --text --binary-files= --devices= --directories= --exclude= --exclude-from< --exclude-dir= --include= --recursive --dereference-recursive --line-buffered --binary --null-data
      zcat bzcat xzcat zstdcat lzcat = files
      diff = files -abBcdEiNnpqrstTuwyZ# -U: -C: -W: -I: -x: -X< -F: -L: --brief --report-identical-files --context? --unified? --color? --side-by-side --width= --left-column --suppress-common-lines --label= --expand-tabs --initial-tab --recursive --no-dereference --new-file --unidirectional-new-file --ignore-file-name-case --exclude= --exclude-from< --starting-file= --from-file< --to-file< --ignore-case --ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines= --text --strip-trailing-cr --minimal --horizon-lines= --speed-large-files --show-c-function --show-function-line= --normal
      file = files -bikLhnNrv0I -F: -f< --brief --mime --mime-type --mime-encoding --extension --keep-going --dereference --no-dereference --no-buffer --no-pad --print0 --raw --separator= --files-from<
      sort = files -bdfghiMnRrVcCmsuz -k: -t: -S: --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --human-numeric-sort --ignore-nonprinting --month-sort --numeric-sort --random-sort --reverse --version-sort --sort= --batch-size= --check? --key= --merge --stable --buffer-size= --field-separator= --parallel= --unique --zero-terminated --random-source< --files0-from<
      uniq = few -cdDiuz# -f: -s: -w: --count --repeated --all-repeated? --group? --skip-fields= --skip-chars= --check-chars= --ignore-case --unique --zero-terminated
      shuf = files -erz -n: -i: --echo --repeat --zero-terminated --head-count= --input-range= --random-source<
      tree = apart files -adfilxpsugDFqNQrtvcUnCAShXJ -L: -P: -I: --dirsfirst --filesfirst --noreport --du --prune --gitignore --matchdirs --ignore-case --metafirst --si --inodes --device
      xxd = few single apart -abeEipruC -c: -g: -l: -n: -o: -s:
      base64 base32 = few -dD -w: --decode --wrap=
      jq = apart pattern -rcnsSeCMajR --raw-output --raw-input --compact-output --null-input --slurp --sort-keys --exit-status --color-output --monochrome-output --ascii-output --join-output --tab --indent= --arg== --argjson== --seq --stream --unbuffered
      rg = pattern -acFiIlLnNopPqsSUvwxuH0 -A: -B: -C: -d: -e:! -f<! -g: -j: -m: -M: -r: -t: -T: -E: --after-context= --before-context= --context= --context-separator= --regexp=! --file<! --glob= --iglob= --threads= --max-count= --max-columns= --max-depth= --max-filesize= --replace= --type= --type-not= --type-list! --files! --files-with-matches --files-without-match --count --count-matches --color= --colors= --column --no-column --crlf --encoding= --engine= --fixed-strings --follow --no-follow --glob-case-insensitive --heading --no-heading --hidden --no-hidden --ignore-case --ignore-file< --include-zero --invert-match --json --line-buffered --line-number --no-line-number --line-regexp --max-columns-preview --mmap --no-mmap --multiline --multiline-dotall --no-config --no-filename --with-filename --no-ignore --no-ignore-dot --no-ignore-exclude --no-ignore-files --no-ignore-global --no-ignore-parent --no-ignore-vcs --no-messages --no-ignore-messages --no-require-git --no-unicode --null --null-data --one-file-system --only-matching --passthru --path-separator= --pcre2 --pretty --quiet --regex-size-limit= --dfa-size-limit= --smart-case --case-sensitive --sort= --sortr= --stats --stop-on-nonmatch --text --trim --type-add= --type-clear= --unrestricted --vimgrep --word-regexp --binary --block-buffered --byte-offset --debug --trace
      fd fdfind = pattern -HIusigFaLp01q -d: -t: -e: -E: -c: -S: -j: -o: --hidden --no-ignore --no-ignore-vcs --no-ignore-parent --unrestricted --case-sensitive --ignore-case --glob --regex --fixed-strings --absolute-path --follow --full-path --print0 --max-depth= --min-depth= --exact-depth= --exclude= --prune --type= --extension= --size= --changed-within= --changed-before= --max-results= --quiet --show-errors --one-file-system --color= --threads= --strip-cwd-prefix --relative-path --owner=
      nm = response files -aAgnoprSsuDC -t: -f: --defined-only --undefined-only --size-sort --demangle? --no-demangle --dynamic --extern-only --print-size --print-file-name --numeric-sort --no-sort --reverse-sort --special-syms --print-armap --format= --radix=
      objdump = response files -adDfhxptTrRsCwz -j: -M: -m: -b: --archive-headers --disassemble? --disassemble-all --file-headers --section-headers --headers --all-headers --private-headers --syms --dynamic-syms --reloc --dynamic-reloc --full-contents --demangle? --wide --section= --start-address= --stop-address= --no-show-raw-insn --show-raw-insn
      readelf = response files -ahlSsegtdVnruAIcDW -x: -p: -R: --all --file-header --program-headers --segments --section-headers --sections --section-groups --section-details --headers --symbols --syms --dyn-syms --notes --relocs --unwind --dynamic --version-info --arch-specific --archive-index --histogram --wide --hex-dump= --string-dump=
      size = response files -ABdoxt --format= --radix= --totals --common
      strings = response files -afo# -n: -t: -e: -s: --all --data --print-file-name --bytes= --radix= --encoding= --output-separator=
      sed = pattern -nEruz -e:! --quiet --silent --debug --posix --regexp-extended --null-data --zero-terminated --unbuffered --sandbox --expression=!
      awk gawk mawk nawk = stops pattern -F: -v:
      """;

  private static final Map<String, String> LINES = lines();
  private static final Map<String, Grammar> READ = new ConcurrentHashMap<>();

  private ReadingTable() {}

  private static Map<String, String> lines() {
    var lines = new HashMap<String, String>();
    for (String table : new String[] {TEXT, FILES}) {
      for (String line : table.split("\n", -1)) {
        int equals = line.indexOf(" = ");
        if (equals > 0) {
          for (String name : line.substring(0, equals).split(" ", -1)) {
            lines.put(name, line.substring(equals + 3));
          }
        }
      }
    }
    return lines;
  }

  static @Nullable Grammar of(String program) {
    String line = LINES.get(program);
    return line == null ? null : READ.computeIfAbsent(program, name -> Grammar.of(line));
  }
}
