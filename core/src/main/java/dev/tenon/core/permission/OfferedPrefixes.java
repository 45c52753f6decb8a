package dev.tenon.core.permission;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The table of the usual tools: which words of theirs name one kind of action. A tool that is not
/// here, and whatever runs something that its words do not name, has no prefix of its own.
final class OfferedPrefixes {
  /// The program's name alone: what it does is one thing, whatever its arguments are.
  private static final Set<String> ALONE =
      Set.of(
          ("ls cat head tail wc grep egrep fgrep rg tree stat file du df diff cmp sort uniq cut tr"
               + " nl tac column fold comm join paste jq pwd echo printf which type basename"
               + " dirname realpath readlink mkdir touch md5sum sha1sum sha256sum sha512sum cksum"
               + " xxd od hexdump strings ps id whoami uname uptime free lsof lsblk nproc locale"
               + " eslint prettier tsc jest vitest mocha pytest ruff black mypy flake8 pylint isort"
               + " rubocop rspec shellcheck shfmt clang-format gofmt goimports rustfmt"
               + " golangci-lint ktlint stylelint markdownlint yamllint hadolint ctest tox phpunit"
               + " phpstan checkov tflint ansible-lint")
              .split(" "));

  /// Programs with their subcommands. `a/b` are two words, `*` is any plain word.
  private static final String[] TABLE = {
    "git: status log diff show add commit fetch pull merge branch tag blame describe shortlog"
        + " rev-parse rev-list ls-files ls-tree ls-remote cat-file grep name-rev merge-base"
        + " show-ref for-each-ref cherry cherry-pick revert switch mv init clone apply am archive"
        + " format-patch whatchanged range-diff count-objects fsck check-ignore var version help"
        + " remote/-v remote/show remote/get-url stash/list stash/show stash/push stash/pop"
        + " stash/apply worktree/list worktree/add submodule/status submodule/update notes/list"
        + " notes/show bisect/log reflog/show sparse-checkout/list lfs/ls-files lfs/status",
    "gh: pr/list pr/view pr/diff pr/checks pr/status issue/list issue/view issue/status run/list"
        + " run/view repo/view repo/list release/list release/view workflow/list workflow/view"
        + " search/code search/issues search/prs search/repos label/list auth/status gist/list"
        + " cache/list status",
    "glab: mr/list mr/view mr/diff issue/list issue/view ci/list ci/status ci/view repo/view",
    "npm: test install ci ls list outdated view info audit pack root prefix ping why explain doctor"
        + " version run/* run-script/*",
    "pnpm: test install ls list outdated audit why view build lint run/*",
    "yarn: test install ls list outdated audit why info build lint run/*",
    "bun: test install outdated run/* pm/ls",
    "deno: test lint fmt check info doc task/*",
    "cargo: build check test clippy fmt doc tree metadata bench clean update fetch add search"
        + " version nextest/run nextest/list",
    "rustup: show check toolchain/list target/list component/list",
    "go: build test vet fmt list version env doc mod/tidy mod/download mod/graph mod/verify"
        + " mod/why work/sync",
    "mvn: clean compile test test-compile package verify install validate site dependency:tree"
        + " dependency:list help:effective-pom versions:display-dependency-updates",
    "gradle: *",
    "make: *",
    "gmake: *",
    "just: *",
    "task: *",
    "rake: *",
    "ant: *",
    "sbt: compile test clean package update",
    "ninja: *",
    "bazel: build test query cquery aquery info version clean",
    "pip: list show freeze check install download index/versions config/list cache/list",
    "uv: sync lock tree version build pip/list pip/show pip/freeze pip/check pip/install"
        + " python/list tool/list",
    "poetry: install show check lock build version update env/list env/info",
    "pipenv: install graph check lock sync",
    "conda: list info env/list search",
    "python: -m/pytest -m/unittest -m/mypy -m/black -m/flake8 -m/ruff -m/pylint -m/isort"
        + " -m/compileall -m/json.tool -m/build -m/tox",
    "dotnet: build test restore clean format pack list/package list/reference nuget/list"
        + " tool/list --info --list-sdks",
    "bundle: install list outdated check show info update",
    "gem: list search info outdated",
    "composer: install show outdated validate update diagnose licenses",
    "mix: compile test format deps deps.get deps.tree credo dialyzer docs",
    "swift: build test package/describe package/show-dependencies package/resolve",
    "flutter: analyze test doctor devices pub/get pub/outdated pub/deps",
    "dart: analyze test format doc pub/get pub/outdated pub/deps",
    "zig: build fmt version",
    "terraform: plan validate fmt version providers graph output show state/list state/show"
        + " workspace/list workspace/show",
    "tofu: plan validate fmt version providers graph output show state/list state/show",
    "helm: list ls status history version lint show/chart show/values show/all search/repo"
        + " search/hub get/values get/manifest get/notes get/all repo/list dependency/list",
    "kubectl: get describe logs top explain version api-resources api-versions cluster-info"
        + " rollout/status rollout/history config/get-contexts config/current-context auth/can-i",
    "docker: ps images logs inspect version info stats top port history diff events search"
        + " container/ls image/ls volume/ls network/ls system/df context/ls compose/ps"
        + " compose/logs compose/config compose/images",
    "podman: ps images logs inspect version info stats top port history diff container/ls image/ls"
        + " volume/ls network/ls",
    "ip: addr address a route r link neigh neighbour rule maddress",
    "systemctl: status is-active is-enabled is-failed list-units list-unit-files list-timers"
        + " list-sockets list-dependencies show cat",
    "journalctl: -u/*",
    "launchctl: list print",
    "apt: list show search policy depends",
    "apt-cache: show search policy depends",
    "dpkg: -l -L -s",
    "dnf: list info search repolist",
    "yum: list info search repolist",
    "brew: list info search outdated deps doctor config leaves services/list",
    "pacman: -Q -Qi -Ss -Si",
    "snap: list info find",
    "nvm: ls list current version ls-remote",
    "asdf: list current latest plugin/list",
    "gcloud: config/list auth/list projects/list info version",
    "vercel: list ls inspect whoami",
    "heroku: apps ps logs releases",
    "fly: status logs apps/list",
    "hugo: list version",
    "jj: status log diff show",
    "svn: status log diff info list blame",
    "hg: status log diff annotate",
    "cmake: --build/*",
    "nx: test build lint",
    "turbo: test build lint",
    "protoc: --version"
  };

  /// Spellings of a program that is in the table under another name.
  private static final Map<String, String> SAME =
      Map.of(
          "./mvnw",
          "mvn",
          "./gradlew",
          "gradle",
          "pip3",
          "pip",
          "python3",
          "python",
          "mvnw",
          "mvn");

  /// Flags that may stand in front of a subcommand, and change nothing but looks and speed.
  private static final Set<String> FLAGS =
      Set.of(
          "-q",
          "-o",
          "-B",
          "-e",
          "-U",
          "-ntp",
          "--quiet",
          "--offline",
          "--batch-mode",
          "--no-daemon",
          "--silent",
          "-s",
          "-k",
          "-j",
          "--console=plain",
          "--no-pager");

  private static final Set<String> FLAGGED =
      Set.of("mvn", "gradle", "make", "gmake", "cargo", "npm", "ninja", "git");

  /// `aws`, `az`: a service and a verb that only looks.
  private static final Set<String> LOOKING =
      Set.of("ls", "list", "show", "describe", "get", "status", "help");

  private final Map<String, Set<String>> programs = new HashMap<>();

  private static final class Holder {
    static final OfferedPrefixes TABLE = new OfferedPrefixes();
  }

  private OfferedPrefixes() {
    for (String line : TABLE) {
      int colon = line.indexOf(": ");
      programs.put(line.substring(0, colon), Set.of(line.substring(colon + 2).split(" ")));
    }
  }

  /// Whether a program has subcommands that the table knows.
  static boolean knows(String program) {
    return Holder.TABLE.programs.containsKey(SAME.getOrDefault(program, program));
  }

  /// How many of the words name one kind of action; 0 when no such prefix is known.
  static int length(List<String> words) {
    return Holder.TABLE.meaning(words);
  }

  private int meaning(List<String> words) {
    String name = SAME.getOrDefault(words.getFirst(), words.getFirst());
    if (ALONE.contains(name)) {
      return 1;
    }
    int at = 1;
    while (FLAGGED.contains(name) && at < words.size() && isFlag(words.get(at))) {
      at++;
    }
    if (at >= words.size()) {
      return 0;
    }
    String first = words.get(at);
    String second = at + 1 < words.size() ? words.get(at + 1) : "";
    if (name.equals("aws") || name.equals("az") || name.equals("gcloud")) {
      int cloud = cloud(words);
      return cloud > 0 ? cloud : entry(name, first, second, at);
    }
    return entry(name, first, second, at);
  }

  private int entry(String name, String first, String second, int at) {
    Set<String> known = programs.get(name);
    if (known == null) {
      return 0;
    }
    if (known.contains(first) || (known.contains("*") && isPlain(first))) {
      return at + 1;
    }
    boolean two =
        known.contains(first + "/" + second)
            // The name of a script that the project declares, not a file.
            || (known.contains(first + "/*") && isPlain(second) && second.indexOf('.') < 0);
    return two ? at + 2 : 0;
  }

  /// The service, its groups and a verb: `aws s3 ls`, `az vm list`, `gcloud compute instances
  /// list`.
  private static int cloud(List<String> words) {
    for (int at = 1; at < Math.min(words.size(), 5); at++) {
      String word = words.get(at);
      if (!isPlain(word)) {
        return 0;
      }
      int dash = word.indexOf('-');
      boolean looks = LOOKING.contains(dash < 0 ? word : word.substring(0, dash));
      if (at > 1 && looks) {
        return at + 1;
      }
    }
    return 0;
  }

  private static boolean isFlag(String word) {
    boolean jobs = word.startsWith("-j") && word.substring(2).chars().allMatch(Character::isDigit);
    return FLAGS.contains(word) || jobs;
  }

  /// A name and nothing more: no option, no assignment, no path to somewhere else.
  private static boolean isPlain(String word) {
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      boolean name = Character.isLetterOrDigit(c) || "_.:/@-".indexOf(c) >= 0;
      if (!name || (i == 0 && !Character.isLetterOrDigit(c) && c != '_')) {
        return false;
      }
    }
    return !word.isEmpty();
  }
}
