package dev.tenon.core.permission.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Programs that provably change nothing, as long as certain options are not used. What is not
/// listed is not provable.
public final class ReadOnly {
  /// What a program reads, and with which options it does more.
  ///
  /// @param letters short options with which it is not read-only
  /// @param longs long options with which it is not read-only
  private record Entry(Files files, String letters, List<String> longs) {
    Entry(Files files) {
      this(files, "", List.of());
    }
  }

  /// Whether its operands are files.
  private enum Files {
    NONE,
    OPERANDS
  }

  private static final Entry SPEAKS = new Entry(Files.NONE);
  private static final Entry READS = new Entry(Files.OPERANDS);

  private static final Map<String, Entry> PROGRAMS = programs();

  private static final Set<String> VERSIONED =
      Set.of(
          "java", "javac", "mvn", "gradle", "node", "npm", "npx", "yarn", "pnpm", "python",
          "python3", "pip", "pip3", "ruby", "perl", "php", "go", "cargo", "rustc", "gcc", "g++",
          "clang", "make", "cmake", "git", "rg", "bash", "docker", "tsc", "deno", "bun", "dotnet");

  private static final Set<String> GIT =
      Set.of(
          "status",
          "log",
          "diff",
          "show",
          "blame",
          "annotate",
          "grep",
          "ls-files",
          "ls-tree",
          "rev-parse",
          "rev-list",
          "describe",
          "shortlog",
          "cat-file",
          "merge-base",
          "name-rev",
          "for-each-ref",
          "show-ref",
          "diff-tree",
          "diff-index",
          "diff-files",
          "whatchanged",
          "count-objects",
          "check-ignore",
          "check-attr",
          "show-branch",
          "cherry",
          "range-diff",
          "version",
          "var",
          "show-index",
          "verify-commit");

  private ReadOnly() {}

  private static Map<String, Entry> programs() {
    var all = new java.util.HashMap<String, Entry>();
    for (String name :
        List.of(
            "pwd",
            "echo",
            "true",
            "false",
            ":",
            "test",
            "[",
            "whoami",
            "id",
            "groups",
            "uname",
            "arch",
            "nproc",
            "uptime",
            "which",
            "type",
            "basename",
            "dirname",
            "seq",
            "sleep",
            "printenv",
            "cal",
            "tty",
            "locale",
            "getconf",
            "lscpu",
            "free",
            "ps",
            "expr",
            "tr",
            "break",
            "continue",
            "return",
            "exit",
            "shift",
            "wait",
            "times")) {
      all.put(name, SPEAKS);
    }
    for (String name :
        List.of(
            "ls",
            "dir",
            "cat",
            "head",
            "tail",
            "wc",
            "nl",
            "tac",
            "rev",
            "cut",
            "comm",
            "diff",
            "cmp",
            "paste",
            "join",
            "fold",
            "fmt",
            "expand",
            "unexpand",
            "column",
            "od",
            "hexdump",
            "strings",
            "stat",
            "du",
            "df",
            "realpath",
            "readlink",
            "md5sum",
            "sha1sum",
            "sha224sum",
            "sha256sum",
            "sha384sum",
            "sha512sum",
            "b2sum",
            "cksum",
            "sum",
            "grep",
            "egrep",
            "fgrep",
            "zcat",
            "zgrep",
            "tsort",
            "nm",
            "objdump",
            "readelf",
            "size",
            "cd")) {
      all.put(name, READS);
    }
    all.put("date", new Entry(Files.NONE, "s", List.of("--set")));
    all.put("hostname", new Entry(Files.NONE, "bF", List.of("--file", "--boot")));
    all.put("printf", new Entry(Files.NONE, "v", List.of()));
    all.put("file", new Entry(Files.OPERANDS, "Cm", List.of("--compile", "--magic-file")));
    all.put(
        "sort",
        new Entry(
            Files.OPERANDS,
            "oT",
            List.of("--output", "--compress-program", "--temporary-directory")));
    all.put("tree", new Entry(Files.OPERANDS, "o", List.of("--output")));
    all.put(
        "rg", new Entry(Files.OPERANDS, "z", List.of("--pre", "--hostname-bin", "--search-zip")));
    all.put("jq", new Entry(Files.OPERANDS, "Lf", List.of("--from-file", "--library-path")));
    return Map.copyOf(all);
  }

  /// Whether the call changes no file, wherever the files are that it reads.
  public static boolean looks(Call call) {
    return files(call).isPresent();
  }

  /// The words that name files which the call reads, if it provably does nothing else; empty when
  /// that cannot be proven.
  public static Optional<List<Word>> files(Call call) {
    if (call.words().isEmpty()
        || !call.words().getFirst().constant()
        || !call.concerns().isEmpty()) {
      return Optional.empty();
    }
    String name = call.words().getFirst().text();
    List<Word> words = call.words();
    if (name.equals("test") || name.equals("[") || name.equals("expr")) {
      for (Word word : words) {
        // Arithmetic and the names of variables can hold commands.
        if (word.text().contains("$(") || word.text().indexOf('`') >= 0) {
          return Optional.empty();
        }
      }
    }
    if (words.size() == 2
        && VERSIONED.contains(name)
        && Set.of("--version", "-version", "version").contains(words.get(1).text())) {
      return Optional.of(List.of());
    }
    return switch (name) {
      case "git" -> git(words);
      case "find" -> find(words);
      case "sed" -> sed(words);
      case "uniq" -> uniq(words);
      case "command" ->
          words.size() > 2 && new Options(words).hasAny("vV")
              ? Optional.of(List.of())
              : Optional.empty();
      case "hostname" -> words.size() == 1 ? Optional.of(List.of()) : Optional.empty();
      case "env" -> words.size() == 1 ? Optional.of(List.of()) : Optional.empty();
      default -> {
        Entry entry = PROGRAMS.get(name);
        yield entry == null ? Optional.empty() : listed(entry, words);
      }
    };
  }

  private static Optional<List<Word>> listed(Entry entry, List<Word> words) {
    var options = new Options(words);
    boolean more = options.hasAny(entry.letters) || options.hasAny(entry.longs);
    boolean dangers = !entry.letters.isEmpty() || !entry.longs.isEmpty();
    if (more || (dangers && mayHideOptions(words))) {
      return Optional.empty();
    }
    return entry.files == Files.NONE ? Optional.of(List.of()) : reads(words, 1);
  }

  /// Whether a word may turn out to be an option.
  private static boolean mayHideOptions(List<Word> words) {
    for (Word word : words.subList(1, words.size())) {
      boolean first = !word.text().isEmpty() && Word.isMark(word.text().charAt(0));
      if (word.splitting() || (first && word.text().charAt(0) != Word.HOME)) {
        return true;
      }
    }
    return false;
  }

  /// Every word from a place on may be a file; one that is known only at run time could be any.
  private static Optional<List<Word>> reads(List<Word> words, int from) {
    var files = new ArrayList<Word>();
    for (Word word : words.subList(Math.min(from, words.size()), words.size())) {
      if (word.unknown()) {
        return Optional.empty();
      }
      files.add(word);
    }
    return Optional.of(files);
  }

  private static Optional<List<Word>> find(List<Word> words) {
    boolean hidden = mayHideOptions(words);
    for (Word word : words.subList(1, words.size())) {
      String text = word.text();
      boolean acts =
          text.startsWith("-exec")
              || text.startsWith("-ok")
              || text.equals("-delete")
              || text.startsWith("-fprint")
              || text.equals("-fls")
              || text.startsWith("-files0");
      if (acts || hidden) {
        return Optional.empty();
      }
    }
    return reads(words, 1);
  }

  private static Optional<List<Word>> sed(List<Word> words) {
    var options = new Options(words);
    boolean more = options.hasAny("iIswf") || options.hasAny(List.of("--in-place", "--file"));
    return more || mayHideOptions(words) ? Optional.empty() : reads(words, 1);
  }

  /// Its second operand is written.
  private static Optional<List<Word>> uniq(List<Word> words) {
    int operands = 0;
    for (Word word : words.subList(1, words.size())) {
      operands += Options.isOption(word) ? 0 : 1;
    }
    return operands > 1 || mayHideOptions(words) ? Optional.empty() : reads(words, 1);
  }

  private static Optional<List<Word>> git(List<Word> words) {
    int at = 1;
    while (at < words.size() && Options.isOption(words.get(at))) {
      String text = words.get(at).text();
      if (text.equals("-C")) {
        at += 2;
      } else if (text.equals("--no-pager")
          || text.equals("--no-optional-locks")
          || text.equals("--literal-pathspecs")) {
        at++;
      } else {
        return Optional.empty();
      }
    }
    if (at >= words.size() || mayHideOptions(words)) {
      return Optional.empty();
    }
    List<Word> own = words.subList(at, words.size());
    var options = new Options(own);
    if (options.hasAny(
            List.of("--output", "--ext-diff", "--textconv", "--exec", "--open-files-in-pager"))
        || (own.getFirst().is("grep") && options.has('O'))
        || !onlyLooks(own)) {
      return Optional.empty();
    }
    return reads(words, 1);
  }

  private static boolean onlyLooks(List<Word> own) {
    String what = own.getFirst().text();
    List<Word> rest = own.subList(1, own.size());
    return switch (what) {
      case "branch" ->
          among(
              rest,
              Set.of(
                  "-a",
                  "-r",
                  "-v",
                  "-vv",
                  "--list",
                  "--all",
                  "--remotes",
                  "--show-current",
                  "--verbose",
                  "--no-color"));
      case "tag" ->
          rest.isEmpty()
              || ((rest.getFirst().is("-l") || rest.getFirst().is("--list"))
                  && noOther(rest, "-l", "--list"));
      case "remote" ->
          rest.isEmpty()
              || (rest.size() == 1 && rest.getFirst().is("-v"))
              || (rest.size() == 2 && rest.getFirst().is("get-url"));
      case "stash" -> !rest.isEmpty() && (rest.getFirst().is("list") || rest.getFirst().is("show"));
      case "worktree" -> !rest.isEmpty() && rest.getFirst().is("list");
      case "reflog" -> rest.isEmpty() || rest.getFirst().is("show");
      case "config" ->
          !rest.isEmpty()
              && Set.of("-l", "--list", "--get", "--get-all", "--get-regexp", "get", "list")
                  .contains(rest.getFirst().text());
      case "submodule" -> rest.size() == 1 && rest.getFirst().is("status");
      default -> GIT.contains(what);
    };
  }

  private static boolean among(List<Word> words, Set<String> allowed) {
    for (Word word : words) {
      if (!allowed.contains(word.text())) {
        return false;
      }
    }
    return true;
  }

  private static boolean noOther(List<Word> words, String... options) {
    for (Word word : words) {
      if (Options.isOption(word) && !List.of(options).contains(word.text())) {
        return false;
      }
    }
    return true;
  }
}
