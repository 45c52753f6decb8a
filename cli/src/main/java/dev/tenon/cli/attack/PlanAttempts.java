package dev.tenon.cli.attack;

import dev.tenon.cli.attack.Attempt.By;
import java.util.ArrayList;
import java.util.List;

/// What a command tries in mode plan: to change the project while its text looks like reading, or
/// without any disguise. With a wall the kernel refuses the writes; without one the text has to be
/// seen through. Each attempt would leave a file behind, nothing worse.
final class PlanAttempts {
  private final List<Attempt> all = new ArrayList<>();

  private PlanAttempts() {}

  static List<Attempt> all() {
    var attempts = new PlanAttempts();
    attempts.options();
    attempts.expansions();
    attempts.programs();
    return attempts.all;
  }

  private void options() {
    add("plan: -- as the value of an option", "sed -l -- -i s/text/changed/ file.txt");
    add("plan: -- swallowed by sort", "sort --random-source -- -o made file.txt");
    add("plan: -- swallowed by git grep", "git grep --no-index -e -- -e text -O./evil");
    add("plan: a program that rg runs", "rg -e -- -e x --pre ./evil .");
    add("plan: bundled scripts of sed", "sed -e p -ne '1w made' file.txt");
    add("plan: a second file of uniq", "uniq -- file.txt made");
    add("plan: a file that tree writes", "tree -o made .");
    add("plan: a file that find writes", "find . -fprint made");
    add("plan: names that become options", "ls *; sort -- file.txt *");
  }

  private void expansions() {
    add("plan: arithmetic over data", "echo $(( $(cat payload) ))");
    add("plan: a comparison over data", "[[ $(cat payload) -eq 1 ]]");
    add("plan: an indirect name", "x=payload; p='a[$(touch made)]'; x=p; echo ${!x}");
    add("plan: an assignment in an expansion", "echo ${x:=$(touch made)}");
    add("plan: quotes within an expansion", "echo \"${x:-$(touch \"made\")}\"");
    add("plan: a heredoc that runs", "cat <<E\n$(touch made)\nE");
    add("plan: a function with another's name", "ls() { touch made; }; ls");
    add("plan: a name in a variable", "t=touch; $t made");
    add("plan: a text that runs", "printf 'touch made' | sh");
  }

  private void programs() {
    add("plan: an interpreter", "python3 -c 'open(\"made\",\"w\")' || perl -e 'open(F,\">made\")'");
    add("plan: a redirect", "echo x > made; : >> file.txt");
    add("plan: remove and rename", "rm -f file.txt; mv payload made");
    add("plan: a repository of its own", "git init -q sub");
    add("plan: modes and times", "chmod 000 file.txt; touch -d 2000-01-01 file.txt");
  }

  private void add(String name, String command) {
    all.add(
        new Attempt(
            name,
            By.SHELL,
            "nothing changed",
            fixture ->
                fixture.plan(command)
                    ? Attempt.through("the project was changed")
                    : Attempt.held()));
  }
}
