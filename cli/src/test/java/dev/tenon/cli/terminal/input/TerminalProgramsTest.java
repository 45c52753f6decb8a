package dev.tenon.cli.terminal.input;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalProgramsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "vi a.txt",
        "vim",
        "/usr/bin/nvim x",
        "EDITOR=x FOO=1 nano a",
        "less README.md",
        "git log | less -R",
        "cd x && vim y",
        "man ls",
        "top",
        "htop -u me",
        "ssh host",
        "sudo apt install x",
        "git commit",
        "git commit -a",
        "git rebase -i HEAD~3",
        "git add -p",
        "crontab -e",
        "python3",
        "bash",
        "tmux",
        "tty ./menu.sh",
        "docker run -it x sh",
        "fzf",
        "ls; vi a",
        "true || less b",
        "env vi x",
        "env -u HOME FOO=1 vim x",
        "command vi",
        "exec less a",
        "nice -n 5 htop",
        "\\vi x",
        "git -C dir commit",
        "git -c user.name=x --no-pager commit -a",
        "git -C dir rebase -i main",
        "echo 'a'; vi b",
        "echo \\'; vi b",
        "echo 'a\\'; vi b"
      })
  void getTheTerminal(String command) {
    assertThat(TerminalPrograms.need(command)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ls",
        "echo vi",
        "git status",
        "git commit -m 'x'",
        "git commit -am x",
        "git log",
        "python3 x.py",
        "bash build.sh",
        "grep less a.txt",
        "tty",
        "make test",
        "",
        "cat view",
        "node server.js",
        "git rebase main",
        "./vimrc-test",
        "crontab -l",
        "env",
        "env make",
        "command -v vi",
        "echo env vi",
        "git -C dir commit -m x",
        "git -C dir status",
        "git commit -m \"a; vi b\"",
        "git commit -m 'one\nless two'",
        "echo 'it''s' \"a | vi\"",
        "echo a\\; vi",
        "echo \"\\\"; vi b\""
      })
  void runWithTheirOutputCaptured(String command) {
    assertThat(TerminalPrograms.need(command)).isFalse();
  }

  @Test
  void aMarkIsNoPartOfTheCommand() {
    assertThat(TerminalPrograms.unmarked("tty ./menu.sh -a")).isEqualTo("./menu.sh -a");
    assertThat(TerminalPrograms.unmarked("vi a")).isEqualTo("vi a");
  }
}
