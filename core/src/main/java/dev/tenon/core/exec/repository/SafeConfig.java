package dev.tenon.core.exec.repository;

import dev.tenon.core.exec.repository.GitConfig.Entry;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// Which entries of a repository's configuration are harmless: none of them makes git run a
/// program, load a file from elsewhere, or fetch by itself. Everything that is not listed is not
/// harmless, so that a new key of a newer git is none either.
///
/// @param worktree whether a repository may have its files there, as `core.worktree` says
record SafeConfig(Predicate<String> worktree) {
  private static final Set<String> NO = Set.of("false", "no", "off", "0");

  /// Any value.
  private static final Map<String, Set<String>> PLAIN =
      Map.ofEntries(
          Map.entry(
              "core",
              Set.of(
                  "repositoryformatversion",
                  "filemode",
                  "bare",
                  "logallrefupdates",
                  "ignorecase",
                  "symlinks",
                  "precomposeunicode",
                  "autocrlf",
                  "eol",
                  "safecrlf",
                  "quotepath",
                  "abbrev",
                  "compression",
                  "loosecompression",
                  "bigfilethreshold",
                  "preloadindex",
                  "untrackedcache",
                  "sparsecheckout",
                  "sparsecheckoutcone",
                  "sharedrepository",
                  "commentchar",
                  "whitespace",
                  "checkstat",
                  "trustctime",
                  "longpaths",
                  "hidedotfiles")),
          Map.entry("user", Set.of("name", "email", "useconfigonly")),
          Map.entry("author", Set.of("name", "email")),
          Map.entry("committer", Set.of("name", "email")),
          Map.entry("init", Set.of("defaultbranch")),
          Map.entry("gc", Set.of("auto", "autodetach", "autopacklimit")),
          Map.entry("maintenance", Set.of("auto", "strategy")),
          Map.entry("pull", Set.of("rebase", "ff")),
          Map.entry("push", Set.of("default", "autosetupremote", "followtags")),
          Map.entry("fetch", Set.of("prune", "prunetags", "parallel")),
          Map.entry("merge", Set.of("ff", "conflictstyle", "renames", "stat", "log")),
          Map.entry("diff", Set.of("algorithm", "renames", "context", "mnemonicprefix")),
          Map.entry("rebase", Set.of("autosquash", "autostash", "updaterefs", "stat")),
          Map.entry("rerere", Set.of("enabled", "autoupdate")),
          Map.entry("color", Set.of("ui")),
          Map.entry("status", Set.of("showuntrackedfiles", "short", "branch")),
          Map.entry("index", Set.of("version", "threads", "skiphash", "sparse")),
          Map.entry("receive", Set.of("denynonfastforwards", "denycurrentbranch", "denydeletes")),
          Map.entry("branch", Set.of("autosetuprebase", "autosetupmerge", "sort")),
          Map.entry("submodule", Set.of("active", "recurse")),
          Map.entry("lfs", Set.of("repositoryformatversion")));

  /// Any value, below a subsection.
  private static final Map<String, Set<String>> BELOW =
      Map.of(
          "branch", Set.of("merge", "rebase", "description", "vscode-merge-base", "gh-merge-base"),
          "remote",
              Set.of(
                  "fetch",
                  "push",
                  "prune",
                  "prunetags",
                  "mirror",
                  "skipfetchall",
                  "skipdefaultupdate",
                  "followremotehead",
                  "gh-resolved"),
          "submodule", Set.of("active", "branch", "ignore", "shallow", "fetchrecursesubmodules"));

  private static final Map<String, Set<String>> EXTENSIONS =
      Map.of(
          "objectformat", Set.of("sha1", "sha256"),
          "compatobjectformat", Set.of("sha1", "sha256"),
          "refstorage", Set.of("files", "reftable"),
          "worktreeconfig", Set.of("true", "false"),
          "relativeworktrees", Set.of("true", "false"),
          "preciousobjects", Set.of("true", "false"));

  /// Those that are not harmless, in their order.
  List<Entry> unsafe(List<Entry> entries) {
    return entries.stream().filter(entry -> !allows(entry)).toList();
  }

  boolean allows(Entry entry) {
    return entry.subsection().isEmpty() ? allowsPlain(entry) : allowsBelow(entry);
  }

  private boolean allowsPlain(Entry entry) {
    String value = value(entry);
    return switch (entry.section()) {
      case "extensions" ->
          EXTENSIONS.getOrDefault(entry.name(), Set.of()).contains(value.toLowerCase(Locale.ROOT));
      case "commit", "tag" ->
          entry.name().equals("gpgsign") && NO.contains(value.toLowerCase(Locale.ROOT));
      case "advice" -> true;
      case "remote" -> entry.name().equals("pushdefault") && isSafeUrl(value);
      case "core" ->
          entry.name().equals("worktree")
              ? worktree.test(value)
              : PLAIN.getOrDefault("core", Set.of()).contains(entry.name());
      default -> PLAIN.getOrDefault(entry.section(), Set.of()).contains(entry.name());
    };
  }

  private static boolean allowsBelow(Entry entry) {
    String value = value(entry);
    return switch (entry.section() + "." + entry.name()) {
      case "remote.url", "remote.pushurl", "submodule.url", "branch.remote", "branch.pushremote" ->
          isSafeUrl(value);
      case "remote.tagopt" -> Set.of("--tags", "--no-tags").contains(value);
      case "submodule.update" -> Set.of("checkout", "rebase", "merge", "none").contains(value);
      default -> BELOW.getOrDefault(entry.section(), Set.of()).contains(entry.name());
    };
  }

  private static String value(Entry entry) {
    String value = entry.value();
    return value == null ? "true" : value;
  }

  private static final List<String> SCHEMES =
      List.of("https", "http", "ssh", "git", "file", "git+ssh", "ssh+git");

  /// Whether git reaches an address by its own means: no helper such as `ext::`, and nothing that
  /// another program would take for an option.
  static boolean isSafeUrl(String url) {
    for (int i = 0; i < url.length(); i++) {
      if (url.charAt(i) < ' ') {
        return false;
      }
    }
    if (url.startsWith("-") || url.contains("::")) {
      return false;
    }
    int scheme = url.indexOf("://");
    if (scheme < 0) {
      int colon = url.indexOf(':');
      String path = url.substring(colon + 1);
      return !path.startsWith("-") && !url.contains("@-");
    }
    String host = url.substring(scheme + 3);
    return SCHEMES.contains(url.substring(0, scheme).toLowerCase(Locale.ROOT))
        && !host.startsWith("-")
        && !host.contains("@-");
  }

  /// The strategies of merging that git brings along; another one is a program by that name.
  static boolean isKnownStrategy(String strategy) {
    return Set.of("ort", "recursive", "resolve", "octopus", "ours", "subtree")
        .contains(strategy.strip());
  }
}
