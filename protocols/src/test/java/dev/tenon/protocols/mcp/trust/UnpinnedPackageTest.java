package dev.tenon.protocols.mcp.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnpinnedPackageTest {
  /// `^` is a space within a word.
  private static List<String> words(String command) {
    return List.of(command.split(" ", -1)).stream().map(word -> word.replace('^', ' ')).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "npx -y foo | npx runs whatever version of foo is the newest; name an exact one, such as"
            + " foo@1.2.3",
        "npx @a/foo@latest | such as @a/foo@1.2.3",
        "npx foo@1 | such as foo@1.2.3",
        "npx foo@1.2 | such as foo@1.2.3",
        "npx foo@1.2.x | such as foo@1.2.3",
        "npx foo@~1.2.3 | version of foo@~1.2.3",
        "npx -y --package=foo server@1.2.3 | version of foo is",
        "npx -y --package foo server@1.2.3 | version of foo is",
        "npx -p a@1.2.3 -p b server | version of b is",
        "/usr/bin/npx --registry http://r foo | version of foo is",
        "env npx -y foo | version of foo is",
        "env -i A=b npx -y foo | version of foo is",
        "timeout 60s npx foo | version of foo is",
        "env -S npx^-y^foo | version of foo is",
        "sh -c npx^-y^foo | version of foo is",
        "bash -lc cd^x^&&^exec^npx^-y^foo^--flag | version of foo is",
        "bash -c (npx^foo@1.2.3;npx^bar) | version of bar is",
        "npm exec -y foo | npm exec runs whatever version of foo is",
        "pnpm dlx foo | version of foo is",
        "yarn dlx foo | version of foo is",
        "bunx foo | version of foo is",
        "npx github:a/b | such as github:a/b#COMMIT",
        "uvx foo | such as foo==1.2.3",
        "uvx foo@latest | such as foo==1.2.3",
        "uvx foo>=1.2 | such as foo==1.2.3",
        "uvx foo==1.2.* | such as foo==1.2.3",
        "uvx --from=git+https://x/y foo@1.2.3 | such as git+https://x/y@COMMIT",
        "uvx --from git+https://x/y@main foo | such as git+https://x/y@COMMIT",
        "uvx --python 3.12 foo | version of foo is",
        "uvx --with bar foo==1.2.3 | version of bar is",
        "uv tool run foo | uv tool run runs whatever version of foo is",
        "uv --directory x tool run foo | version of foo is",
        "uv run --with bar server.py | version of bar is",
        "pipx run foo | version of foo is",
        "pipx run --spec foo bin==1.0 | version of foo is",
      })
  void isWarnedAbout(String command, String warning) {
    assertThat(UnpinnedPackage.in(words(command))).as(command).contains(warning);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx -y foo@1.2.3",
        "npx @a/foo@2026.8.31",
        "npx foo@1.2.3-rc.1 bar",
        "npx -y --package=foo@1.2.3 server",
        "npx -p foo@1.2.3 -c server^--all",
        "npx ./tools",
        "npx github:a/b#0123456789012345678901234567890123456789",
        "uvx --python 3.12 foo==1.2.3",
        "uvx -p 3.12 foo@1.2.3",
        "uvx --from foo==1.2 bar",
        "uvx --from git+https://x/y@0123456789012345678901234567890123456789 bar",
        "uvx foo[cli]==1.2.3rc1 --flag value",
        "uv run server.py",
        "uv run --directory tools server",
        "uv tool run foo==1.0",
        "pipx run foo==1.0",
        "node server.js npx foo",
        "bash server.sh npx foo",
        "sh -c npx^foo@1.2.3",
        "node -e run('npx^foo')",
        "npm run npx",
      })
  void isExact(String command) {
    assertThat(UnpinnedPackage.in(words(command))).as(command).isNull();
  }
}
