package dev.tenon.core.permission.program;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The commands of git that only look, in the repository of the folder where they run. Another one
/// brings its own configuration, which names programs: so nothing here leads to one.
final class GitReading {
  private static final String DIFF =
      " single -puUwbawRzrstDWBMCq# -U: -S: -G: -l: -M? -C? -B? --patch --no-patch --unified="
          + " --raw --stat? --numstat --shortstat --summary --dirstat? --compact-summary"
          + " --patch-with-stat --patch-with-raw --name-only --name-status --color? --no-color"
          + " --color-words? --word-diff? --word-diff-regex= --no-renames --find-renames?"
          + " --find-copies? --find-copies-harder --check --full-index --binary --abbrev?"
          + " --diff-filter= --pickaxe-all --pickaxe-regex --relative? --no-relative --text"
          + " --ignore-space-at-eol --ignore-space-change --ignore-all-space --ignore-blank-lines"
          + " --ignore-cr-at-eol --inter-hunk-context= --function-context --exit-code --quiet"
          + " --no-ext-diff --no-textconv --ignore-submodules? --src-prefix= --dst-prefix="
          + " --no-prefix --minimal --patience --histogram --diff-algorithm= --indent-heuristic"
          + " --cached --staged --merge-base --no-index --color-moved? --no-color-moved --root"
          + " --no-commit-id --cc --stat-width= --stat-count= --exit-code";
  private static final String LOG =
      DIFF
          + " -n: -L: -ciEFPg -m --oneline --graph --no-graph --all --branches? --tags? --remotes?"
          + " --glob= --exclude= --decorate? --no-decorate --decorate-refs= --source --follow"
          + " --max-count= --skip= --since= --after= --until= --before= --author= --committer="
          + " --grep= --all-match --invert-grep --regexp-ignore-case --extended-regexp"
          + " --fixed-strings --perl-regexp --merges --no-merges --min-parents= --max-parents="
          + " --first-parent --not --reflog --walk-reflogs --cherry --cherry-pick --cherry-mark"
          + " --left-right --left-only --right-only --boundary --simplify-by-decoration"
          + " --full-history --dense --sparse --ancestry-path? --date-order --topo-order"
          + " --author-date-order --reverse --no-walk? --pretty? --format? --abbrev-commit"
          + " --no-abbrev-commit --date= --relative-date --parents --children --show-notes?"
          + " --no-notes --notes? --no-mailmap --mailmap --no-expand-tabs --count --objects"
          + " --disk-usage? --log-size --full-diff --show-pulls --diff-merges= --timestamp";
  private static final Map<String, String> COMMANDS = new HashMap<>();
  private static final Map<String, Grammar> READ = new ConcurrentHashMap<>();
  private static final Set<String> GLOBAL =
      Set.of(
          "--no-pager", "-P", "--no-optional-locks", "--literal-pathspecs", "--no-replace-objects");

  static {
    for (String name : List.of("diff", "diff-tree", "diff-index", "diff-files", "range-diff")) {
      COMMANDS.put(name, "files" + DIFF);
    }
    for (String name : List.of("log", "show", "whatchanged", "rev-list")) {
      COMMANDS.put(name, "files" + LOG);
    }
    COMMANDS.put(
        "shortlog",
        "files -nsec --numbered --summary --email --committer --group= --no-merges --merges --all"
            + " --since= --until= --after= --before= --author=");
    String listing =
        " --list --contains? --no-contains? --merged? --no-merged? --points-at= --sort= --format="
            + " --color? --no-color --column? --no-column --ignore-case --omit-empty";
    COMMANDS.put(
        "branch", "files -arvli --all --remotes --show-current --verbose --abbrev?" + listing);
    COMMANDS.put("tag", "files -li -n?" + listing);
    COMMANDS.put(
        "status",
        "files -sbvz -u? --short --branch --porcelain? --long --verbose --untracked-files?"
            + " --ignored? --ignore-submodules? --column? --no-column --ahead-behind"
            + " --no-ahead-behind --renames --no-renames --find-renames? --show-stash");
    COMMANDS.put(
        "blame",
        "files -lstefnwbpc -L: -M? -C? --line-porcelain --porcelain --incremental --root"
            + " --show-stats --date= --since= --show-email --show-name --show-number --score-debug"
            + " --abbrev? --ignore-rev= --ignore-revs-file< --first-parent");
    COMMANDS.put("annotate", COMMANDS.get("blame"));
    COMMANDS.put(
        "grep",
        "pattern -aIirvwhHEGFPnlLczoqWp# -e:! -f<! -A: -B: -C: -m: --text --ignore-case --recursive"
            + " --no-recursive --invert-match --word-regexp --full-name --extended-regexp"
            + " --basic-regexp --perl-regexp --fixed-strings --line-number --column"
            + " --files-with-matches --name-only --files-without-match --null --only-matching"
            + " --count --color? --no-color --break --heading --show-function --function-context"
            + " --context= --after-context= --before-context= --max-count= --max-depth= --threads="
            + " --and --or --not --all-match --quiet --cached --untracked --no-index"
            + " --exclude-standard --no-exclude-standard --no-textconv");
    COMMANDS.put(
        "ls-files",
        "files -cdmoiskutvzf -x: -X< --cached --deleted --modified --others --ignored --stage"
            + " --unmerged --killed --directory --no-empty-directory --eol --error-unmatch"
            + " --full-name --abbrev? --exclude= --exclude-from< --exclude-per-directory="
            + " --exclude-standard --with-tree= --deduplicate --sparse --format=");
    COMMANDS.put(
        "ls-tree",
        "files -drtlz --name-only --name-status --long --full-name --full-tree --abbrev?"
            + " --object-only --format=");
    COMMANDS.put(
        "rev-parse",
        "files -q --abbrev-ref? --show-toplevel --git-dir --absolute-git-dir --git-common-dir"
            + " --is-inside-work-tree --is-inside-git-dir --is-bare-repository"
            + " --is-shallow-repository --short? --verify --quiet --symbolic --symbolic-full-name"
            + " --all --branches? --tags? --remotes? --show-prefix --show-cdup --revs-only"
            + " --no-revs --flags --no-flags --default= --git-path= --path-format="
            + " --show-object-format?");
    COMMANDS.put(
        "describe",
        "files --tags --all --long --abbrev? --always --dirty? --match= --exclude= --candidates="
            + " --contains --exact-match --first-parent --debug");
    COMMANDS.put("cat-file", "files -tspe --batch? --batch-check? --batch-all-objects --buffer");
    COMMANDS.put("merge-base", "files -a --all --octopus --is-ancestor --independent --fork-point");
    COMMANDS.put("name-rev", "files --tags --name-only --refs= --exclude= --all --always");
    COMMANDS.put(
        "for-each-ref",
        "files --count= --sort= --format= --points-at= --merged? --no-merged? --contains?"
            + " --no-contains? --ignore-case --exclude=");
    COMMANDS.put(
        "show-ref",
        "files -dsq --head --heads --tags --dereference --hash? --abbrev? --verify"
            + " --quiet --exists");
    COMMANDS.put("count-objects", "none -vH --verbose --human-readable");
    COMMANDS.put("check-ignore", "files -qvzn --quiet --verbose --non-matching --no-index --stdin");
    COMMANDS.put("check-attr", "files -az --all --cached --stdin");
    COMMANDS.put("show-branch", "files -ar --all --remotes --current --list --no-name --sha1-name");
    COMMANDS.put("cherry", "files -v --abbrev?");
    COMMANDS.put("version", "none --build-options");
    COMMANDS.put("var", "text -l");
    COMMANDS.put(
        "config",
        "text -lz --list --get --get-all --get-regexp --get-urlmatch --show-origin --show-scope"
            + " --name-only --global --local --system --worktree --null --type= --bool --int --path"
            + " --bool-or-int --default= --includes --no-includes --all --regexp");
    COMMANDS.put("worktree list", "none -vz --verbose --porcelain");
    COMMANDS.put("stash list", COMMANDS.get("log"));
    COMMANDS.put("stash show", "files" + DIFF + " --include-untracked --only-untracked");
    COMMANDS.put("reflog", COMMANDS.get("log"));
    COMMANDS.put("reflog show", COMMANDS.get("log"));
    COMMANDS.put("remote", "none -v --verbose");
    COMMANDS.put("remote get-url", "text --push --all");
  }

  private GitReading() {}

  static <W extends Argument<W>> Optional<List<W>> files(List<W> words) {
    int at = 1;
    while (at < words.size() && words.get(at).constant() && GLOBAL.contains(words.get(at).text())) {
      at++;
    }
    if (at >= words.size() || !words.get(at).constant()) {
      return Optional.empty();
    }
    String name = words.get(at).text();
    if (at + 1 < words.size() && COMMANDS.containsKey(name + " " + words.get(at + 1).text())) {
      at++;
      name = name + " " + words.get(at).text();
    }
    String line = name.startsWith("-") ? null : COMMANDS.get(name);
    if (line == null) {
      return Optional.empty();
    }
    Grammar grammar = READ.computeIfAbsent(name, any -> Grammar.of(line));
    Optional<Arguments<W>> read = Arguments.read(grammar, words.subList(at, words.size()));
    if (read.isEmpty() || !onlyLooks(name, read.get())) {
      return Optional.empty();
    }
    return Reading.operands(grammar, read.get());
  }

  private static <W extends Argument<W>> boolean onlyLooks(String name, Arguments<W> arguments) {
    for (Arguments.Given<W> each : arguments.given()) {
      W value = each.value();
      boolean formats = Set.of("--format", "--pretty", "--sort").contains(each.name());
      // A format can ask for signatures, which another program checks.
      if (formats
          && value != null
          && (!value.constant()
              || value.text().contains("%G")
              || value.text().contains("signature"))) {
        return false;
      }
    }
    boolean operands = !arguments.operands().isEmpty();
    return switch (name) {
      // A name alone makes a new one.
      case "branch" -> !operands || lists(arguments);
      case "tag" -> !operands || lists(arguments) || arguments.has("l");
      // The first word of these may be another command of theirs.
      case "reflog" -> !operands;
      case "config" ->
          arguments.has("l")
              || arguments.has("--list")
              || arguments.has("--get")
              || arguments.has("--get-all")
              || arguments.has("--get-regexp")
              || arguments.has("--get-urlmatch")
              || (operands
                  && Set.of("get", "list").contains(arguments.operands().getFirst().text()));
      default -> true;
    };
  }

  private static boolean lists(Arguments<?> arguments) {
    for (String option :
        List.of("--list", "--contains", "--no-contains", "--merged", "--no-merged")) {
      if (arguments.has(option)) {
        return true;
      }
    }
    return arguments.has("--points-at");
  }
}
