package dev.tenon.cli.attack;

import dev.tenon.cli.attack.Attempt.By;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What a command leaves behind for git to run later, outside of the wall: each attempt prepares a
/// repository, and then git is used there as a person would. The program that waits writes a file
/// outside of the project, which is how it is noticed.
final class LeftBehindAttempts {
  private static final String CONFIG =
      "config() { printf '[core]\\n\\tfsmonitor = %s\\n\\thooksPath = %s\\n' \"$project/evil\""
          + " \"$project/hooks\"; }\n";

  private final List<Attempt> all = new ArrayList<>();

  private LeftBehindAttempts() {}

  static List<Attempt> all() {
    var attempts = new LeftBehindAttempts();
    attempts.repositories();
    attempts.redirections();
    attempts.configurations();
    return attempts.all;
  }

  private void repositories() {
    add("a new repository in a folder", "git init -q sub; config >> sub/.git/config");
    add(
        "a new repository that the project's own refers to",
        """
        git init -q sub; git -C sub -c user.name=a -c user.email=a@b commit -q --allow-empty -m x
        git add sub; config >> sub/.git/config
        """);
    add("a bare repository", "git init -q --bare sub; config >> sub/config");
    add(
        "the project as a bare repository",
        "git init -q --bare b; mv b/HEAD b/objects b/refs .; config > config");
    add(
        "hooks of a new repository",
        "git init -q sub; for h in post-commit pre-commit post-checkout post-index-change"
            + " reference-transaction; do cp evil sub/.git/hooks/$h; done");
  }

  private void redirections() {
    add(
        "a .git file that leads elsewhere",
        "git init -q --bare e; config >> e/config; mkdir sub; echo \"gitdir: $project/e\" >"
            + " sub/.git");
    add(
        "a .git link that leads elsewhere",
        "git init -q --bare e; config >> e/config; mkdir sub; ln -s ../e sub/.git");
    add(
        "commondir of a new repository",
        "git init -q --bare e; config >> e/config; git init -q sub; echo ../../e >"
            + " sub/.git/commondir");
    add(
        "a worktree of a repository of its own",
        "git init -q --bare e; config >> e/config; mkdir -p e/worktrees/w sub; echo \"gitdir:"
            + " $project/e/worktrees/w\" > sub/.git; cp e/HEAD e/worktrees/w/; echo ../.. >"
            + " e/worktrees/w/commondir; echo \"$project/sub/.git\" > e/worktrees/w/gitdir");
  }

  private void configurations() {
    add(
        "an included configuration",
        "git init -q sub; config > more; printf '[include]\\n\\tpath = %s/more\\n' \"$project\""
            + " >> sub/.git/config");
    add(
        "a program that fetches",
        "git init -q sub; printf '[remote \"o\"]\\n"
            + "\\turl = %s\\n"
            + "\\tuploadpack = %s\\n"
            + "' \"$project/sub\" \"$project/evil\" >> sub/.git/config");
    add(
        "a filter",
        "git init -q sub; echo x > sub/f; echo '* filter=e' > sub/.gitattributes;"
            + " printf '[filter \"e\"]\\n\\tclean = %s\\n\\tsmudge = %s\\n' \"$project/evil\""
            + " \"$project/evil\" >> sub/.git/config");
    add(
        "a configuration with invalid bytes",
        "git init -q sub; { printf '\\377\\376# \\n'; config; } >> sub/.git/config");
  }

  private void add(String name, String script) {
    all.add(
        new Attempt(
            "git runs later: " + name,
            By.SHELL,
            "set aside",
            fixture -> {
              fixture.plant();
              fixture.script(CONFIG + script, Map.of());
              fixture.useGit();
              return Attempt.held();
            }));
  }
}
