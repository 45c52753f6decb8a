package dev.tenon.cli.attack;

import dev.tenon.cli.attack.Attempt.By;
import dev.tenon.cli.attack.Attempt.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What a command tries. A script reports success with `through`; whatever it changed is found by
/// looking at the decoys.
final class ShellAttempts {
  private static final String ON_THE_MACHINE =
      "[ \"$(readlink /proc/self/ns/mnt)\" = \"$mounts\" ] && { through; exit; }\n";

  private final List<Attempt> all = new ArrayList<>();

  private ShellAttempts() {}

  static List<Attempt> all() {
    var attempts = new ShellAttempts();
    attempts.files();
    attempts.links();
    attempts.git();
    attempts.state();
    attempts.processes();
    attempts.programs();
    attempts.filter();
    attempts.rights();
    attempts.network();
    attempts.sockets();
    return attempts.all;
  }

  private void files() {
    add("write outside by path", "read-only", "echo x >> \"$outside/decoy\"");
    add("write outside by ..", "read-only", "echo x > ../outside/made");
    add("remove what is outside", "read-only", "rm -rf \"$outside/decoy\"");
    add("move a file out", "read-only", "mv file.txt \"$outside/made\"");
    add(
        "write shell start files",
        "read-only",
        "for f in .bashrc .profile .zshrc .bash_profile; do [ -w ~/$f ] && through; done");
    add("read /tmp of the machine", "not there", "grep -q \"$secret\" \"$host_decoy\" && through");
    add("write /tmp of the machine", "not there", "[ -e \"$host_decoy\" ] && echo x > $host_decoy");
    add(
        "write system folders",
        "read-only",
        "for d in / /etc /usr/bin /var/spool/cron /boot; do [ -w $d ] && through; done");
  }

  private void links() {
    add("link out of the root", "read-only", "ln -sfn \"$outside/decoy\" link && echo x >> link");
    add(
        "symlinked parent",
        "read-only",
        "ln -sfn \"$outside\" parent && echo x > parent/made && mkdir -p parent/deep/er");
    add(
        "hard link to a file outside",
        "cross-device",
        "ln \"$outside/decoy\" hard && echo x >> hard && through");
    add("/proc/self/root", "read-only", "echo x >> \"/proc/self/root$outside/decoy\"");
    add("/proc/1/root", "read-only", "echo x >> \"/proc/1/root$outside/decoy\"");
    add(
        "/proc of tenon",
        "not there",
        """
        [ "$(cut -d' ' -f22 /proc/$tenon/stat)" = "$started" ] || exit 0
        echo x >> "/proc/$tenon/root$outside/decoy"; cat /proc/$tenon/environ && through
        """);
    add(
        "swap a folder for a link while writing",
        "read-only",
        """
        for i in $(seq 40); do
          mkdir -p race; echo x > race/made; mv race race$i; ln -sfn "$outside" race
          echo x > race/made; rm -f race
        done
        """);
  }

  private void git() {
    add("git hook", "read-only", "printf '#!/bin/sh\\n' > .git/hooks/post-checkout");
    add("replace the hooks folder", "busy", "rm -rf .git/hooks; mkdir .git/hooks && through");
    add(
        "git config: fsmonitor, hooksPath, alias",
        "read-only",
        """
        git config core.fsmonitor ./evil; git config core.hooksPath .; git config alias.st '!evil'
        printf '[core]\\n\\tfsmonitor = ./evil\\n' >> .git/config
        printf '[core]\\n\\tfsmonitor = ./evil\\n' > c; mv -f c .git/config; cp -f c .git/config
        """);
    add(
        "another .git in its place",
        "busy",
        "mv .git .g && mkdir .git && printf '[alias]\\nst=!evil\\n' > .git/config");
    add("git commondir", "laid aside", "echo ../evil > .git/commondir");
    add(
        "project configuration",
        "needs consent",
        fixture -> {
          fixture.script(
              """
              mkdir -p .tenon
              printf 'mode: full\\nsandbox:\\n  kind: "off"\\n  network: true\\n' > .tenon/config.yml
              """,
              Map.of());
          return ProjectConfiguration.opens(fixture)
              ? Attempt.through("a file of the project opened the wall")
              : Attempt.held();
        });
  }

  private void state() {
    add("read Tenon's state", "hidden", "grep -rqs \"$secret\" \"$state\" && through");
    add("write Tenon's state", "hidden", "echo x >> \"$state_decoy\"; rm -f \"$state_decoy\"");
    add(
        "a path that a rule denies",
        "hidden",
        "grep -rqs \"$secret\" . && through; mv denied other; grep -rqs \"$secret\" . && through");
    add(
        "keys in the environment",
        "removed",
        fixture -> {
          var script = new StringBuilder();
          for (String name : ProjectConfiguration.keyVariables(fixture)) {
            script.append("[ -n \"${").append(name).append("+x}\" ] && through\n");
            script
                .append("grep -qas '^")
                .append(name)
                .append(
                    "=.' <(cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n') && through\n");
          }
          return fixture.script(script + "true", Map.of())
              ? Attempt.through("a key can be read")
              : Attempt.held();
        });
  }

  private void processes() {
    add(
        "signal tenon",
        "not there",
        """
        kill -0 $tenon 2>/dev/null && [ "$(cut -d' ' -f22 /proc/$tenon/stat)" = "$started" ] && through
        """);
    add(
        "memory of tenon",
        "not there",
        """
        [ "$(cut -d' ' -f22 /proc/$tenon/stat)" = "$started" ] && (exec 3<>/proc/$tenon/mem) && through
        """);
    add(
        "outlive the command",
        "ended",
        fixture -> {
          String mark = "9" + Math.floorMod(System.nanoTime(), 10_000_000L);
          fixture.script("(setsid nohup sleep " + mark + " >/dev/null 2>&1 &)", Map.of());
          boolean lives =
              ProcessHandle.allProcesses()
                  .anyMatch(it -> it.info().commandLine().orElse("").endsWith("sleep " + mark));
          return lives ? Attempt.through("a process lives on") : Attempt.held();
        });
    add(
        "load a library into the wall's own programs",
        "not passed on",
        fixture -> {
          fixture.script(
              "true",
              Map.of("LD_DEBUG", "files", "LD_DEBUG_OUTPUT", fixture.outside().resolve("t") + ""));
          return Attempt.held();
        });
  }

  private void programs() {
    denied("itself", "\"$beacon\"");
    denied("by xargs", "echo x | xargs \"$beacon\"");
    denied("by find", "find . -maxdepth 0 -exec \"$beacon\" \\;");
    denied("by git", "git -c alias.x=\"!$beacon\" x");
    denied("by tar", "tar -cf t file.txt; tar --to-command=\"$beacon\" -xf t");
    denied("by awk", "awk -v b=\"$beacon\" 'BEGIN { system(b) }'");
    denied("as a script", "sh < \"$beacon\"; . \"$beacon\"");
    denied("as a copy", "cp \"$beacon\" c; chmod +x c; ./c");
    denied("moved, unmounted", "mv \"$beacon\" c; ./c; umount -l \"$beacon\"; \"$beacon\"");
    denied("by /proc", "\"/proc/$tenon/root$beacon\"");
  }

  private void denied(String how, String script) {
    add(
        "a denied program " + how,
        "closed",
        "{ " + script + "\n} 2>/dev/null | grep -q beacon && through");
  }

  private void filter() {
    add(
        "system calls that no namespace covers",
        "refused",
        fixture -> {
          var why = fixture.wall().sandbox().unfiltered();
          if (why.isPresent()) {
            return new Outcome.Allowed("the machine: " + why.get());
          }
          return fixture.script("grep -q 'Seccomp:.*2' /proc/self/status || through", Map.of())
              ? Attempt.through("there is no filter")
              : Attempt.held();
        });
  }

  private void rights() {
    // On the machine itself these would do harm: to be there is failure enough.
    add(
        "remount",
        "refused",
        ON_THE_MACHINE
            + "mount -o remount,rw / ; mount -o remount,bind,rw / ; [ -w / ] && through");
    add(
        "unmount what hides",
        "refused",
        ON_THE_MACHINE
            + "umount -l \"$state\"; umount -l /tmp;"
            + " grep -rqs \"$secret\" \"$state\" \"$host_decoy\" && through");
    add(
        "new namespaces",
        "no more rights",
        """
        unshare -Urm sh -c 'mount -o remount,bind,rw / ; echo x >> "$1/decoy"' sh "$outside"
        unshare -Urm sh -c 'umount -l "$1"; cat "$1"/attack-*' sh "$state" | grep -q "$secret" && through
        """);
    add(
        "device nodes",
        "refused",
        "mknod disk b 8 0 && through; find /dev -type b 2>/dev/null | grep -q . && through");
    add("setuid", "no new privileges", "grep -q 'NoNewPrivs:.*0' /proc/self/status && through");
    add(
        "settings of the kernel",
        "read-only",
        """
        for f in /proc/sys/kernel/core_pattern /proc/sysrq-trigger /sys/kernel/uevent_helper \\
          /sys/fs/cgroup/release_agent /sys/fs/cgroup/*/release_agent; do [ -w $f ] && through; done
        """);
    add("type into the terminal", "no terminal", "(: </dev/tty) 2>/dev/null && through");
  }

  private void network() {
    network("network by address", "(echo > /dev/tcp/127.0.0.1/$port) 2>/dev/null && through");
    network("network by name", "(echo > /dev/tcp/localhost/$port) 2>/dev/null && through");
    network("other interfaces", "grep -v lo: /proc/net/dev | grep -q : && through");
    network("abstract sockets", "[ \"$(readlink /proc/self/ns/net)\" = \"$net\" ] && through");
  }

  private void sockets() {
    add("a Unix socket of another program", "hidden", "[ -S \"$outside/agent.sock\" ] && through");
    add(
        "agents of keys, docker, the desktop",
        "hidden",
        """
        for s in "$SSH_AUTH_SOCK" /run/docker.sock /var/run/docker.sock /run/dbus/system_bus_socket \\
          "/run/user/$(id -u)/bus" /run/podman/podman.sock; do [ -n "$s" ] && [ -S "$s" ] && through; done
        """);
  }

  private void network(String name, String script) {
    add(
        name,
        "unreachable",
        fixture -> {
          if (!fixture.script(script, Map.of())) {
            return Attempt.held();
          }
          return fixture.attacked().settings().sandbox().network()
              ? new Outcome.Allowed("sandbox.network")
              : Attempt.through("it was reached");
        });
  }

  private void add(String name, String expected, String script) {
    add(
        name,
        expected,
        fixture ->
            fixture.script(script, Map.of())
                ? Attempt.through("it could be done")
                : Attempt.held());
  }

  private void add(String name, String expected, Attempt.Move move) {
    all.add(new Attempt(name, By.SHELL, expected, move));
  }
}
