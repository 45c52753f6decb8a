package dev.tenon.core.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.permission.command.Word;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleTest {
  private static final Path ROOT = Path.of("/work/project");
  private static final Path HOME = Path.of("/home/me");
  private static final Rule.Source USER = new Rule.Source(Rule.Source.Kind.USER, "config.yml:3");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bash | bash",
        "bash(git status) | bash(git status)",
        "  bash( git status )  | bash(git status)",
        "Bash(npm run test:*) | bash(npm run test:*)",
        "edit(src/**) | write(src/**)",
        "Write(src/**) | write(src/**)",
        "read(**/.env) | read(**/.env)",
        "connect(*.example.org) | connect(*.example.org)",
        "read_file | read_file",
        "bash(echo (a)) | bash(echo (a))",
      })
  void areReadAsPeopleWriteThem(String written, String text) throws RuleException {
    assertThat(Rule.of(Verdict.ALLOW, written, USER).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | does not begin with what it is about",
        "(x) | does not begin with what it is about",
        "rm -rf | does not begin with what it is about",
        "bash(git | no closing parenthesis",
        "bash() | nothing in its parentheses",
        "bash(echo 'a) | a quote that is not closed",
        "connect(http://x/y) | is no host",
        "connect(a*b) | is no host",
      })
  void tellWhatIsWrongWithThem(String written, String problem) {
    assertThatThrownBy(() -> Rule.of(Verdict.DENY, written, USER))
        .isInstanceOf(RuleException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void ofAProjectNeverAllow() {
    var project = new Rule.Source(Rule.Source.Kind.PROJECT, ".tenon/config.yml:1");
    assertThatThrownBy(() -> Rule.of(Verdict.ALLOW, "bash", project))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ".env | /work/project/.env | true",
        ".env | /work/project/a/b/.env | true",
        ".env | /elsewhere/.env | true",
        "**/.env | /elsewhere/x/.env | true",
        ".env | /work/project/.env.sample | false",
        "secrets | /work/project/secrets/a/b.txt | true",
        "secrets/ | /work/project/a/secrets/b.txt | true",
        "secrets/** | /work/project/secrets/a/b.txt | true",
        "/etc | /etc/passwd | true",
        "/etc/* | /etc/ssl/key | true",
        "~/.ssh | /home/me/.ssh/id_rsa | true",
        "~/.ssh | /home/you/.ssh/id_rsa | false",
        "src/*.java | /work/project/src/A.java | true",
        "src/*.java | /work/project/src/a/A.java | false",
        "src/*.java | /other/src/A.java | false",
        "*.{key,pem} | /work/project/x/server.pem | true",
      })
  void thatDenyCoverAllBelow(String pattern, String path, boolean covered) throws RuleException {
    assertThat(PathPattern.of(pattern, ROOT, HOME).covers(Path.of(path))).isEqualTo(covered);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "**/.env | /work/project/.e^v | true",
        "**/.env | /work/project/* | false",
        "**/.env | /work/project/.* | true",
        "**/.env | /work/project/^env | false",
        "**/key | /work/project/* | true",
        "**/key | /work/project/a*/k* | true",
        "**/key | /work/project/a*b | false",
        "**/.env | /work/project/src/*.java | false",
        "**/.env | /work/project/$ | true",
        "**/.env | $ | true",
        "src/secret.txt | /work/project/src/* | true",
        "src/secret.txt | /work/project/doc/* | false",
        "secrets/** | /work/project/*/key | true",
        "/etc/shadow | /etc/sh* | true",
        "/etc/shadow | /work/project/x* | false",
      })
  void seeWhatWildcardsOfAShellMayReach(String pattern, String path, boolean possible)
      throws RuleException {
    String marked = path.replace('*', Word.STAR).replace('^', Word.ONE).replace('$', Word.ANYTHING);
    assertThat(PathPattern.of(pattern, ROOT, HOME).mayCover(marked)).isEqualTo(possible);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "git status | git status | true",
        "git status | git status -s src | true",
        "git status | git | false",
        "git status | git statusx | false",
        "git status | /usr/bin/git status | false",
        "git status | git -c a=b status | false",
        "npm run test:* | npm run test | true",
        "npm run test:* | npm run test:unit --watch | true",
        "npm run test:* | npm run testing | false",
        "npm run * | npm run build | true",
        "npm run | npm run build | true",
        "*.sh | x.sh | true",
        "git $ | git status | false",
        "git status | git $ | false",
      })
  void allowByPrefix(String pattern, String command, boolean allowed) throws RuleException {
    assertThat(CommandPattern.of(pattern).allows(words(command))).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "curl | curl x | YES",
        "curl | /usr/bin/curl x | YES",
        "curl | CURL x | YES",
        "curl | curly x | NO",
        "curl | $ x | MAYBE",
        "git push | git -C x push origin | YES",
        "git push | git -c a=b --no-pager push | YES",
        "git push | git --work-tree x push | YES",
        "git push | git commit -m push | NO",
        "git push | git $ | MAYBE",
        "git push | git pull | NO",
        "rm -rf | rm -fr x | YES",
        "rm -rf | rm -r -f x | YES",
        "rm -rf | rm x -r -f | YES",
        "rm -rf | rm -r x | NO",
        "rm -rf | rm -r $ | MAYBE",
        "git push --force | git push origin --force | YES",
        "git push --force | git push --forc origin | YES",
        "git push --force | git push origin | NO",
        "npm publish | npm --prefix a publish | YES",
      })
  void denyHoweverACommandIsSpelled(String pattern, String command, CommandPattern.Match match)
      throws RuleException {
    assertThat(CommandPattern.of(pattern).meets(words(command))).isEqualTo(match);
  }

  @Test
  void areWrittenSoThatTheyAreReadBack() throws RuleException {
    List<String> words = List.of("git", "commit", "-m", "it's (a) * \"test\"", "");
    String written = CommandPattern.written(words);
    var rule = Rule.of(Verdict.ALLOW, "bash(" + written + ")", USER);
    assertThat(
            CommandPattern.of(rule.pattern())
                .allows(words.stream().map(word -> new Word(word, false, true)).toList()))
        .isTrue();
    assertThat(CommandPattern.of(rule.pattern()).allows(words("git commit -m x"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "reed(x)",
    "bsh(curl)",
    "bassh(curl)",
    "conect(x)",
    "networks(x)",
    "edits",
    "mcpp(a/b)"
  })
  void aSlipInTheKindOfARuleIsNoToolOfItsOwn(String text) {
    assertThatThrownBy(() -> Rule.of(Verdict.DENY, text, Rule.Source.SESSION))
        .isInstanceOf(RuleException.class)
        .hasMessageContaining("did you mean");
  }

  @ParameterizedTest
  @CsvSource({"read_file(x)", "web_fetch", "grep", "todo_write", "ask", "job", "recipe(test)"})
  void otherNamesAreTools(String text) throws Exception {
    assertThat(Rule.of(Verdict.DENY, text, Rule.Source.SESSION).text()).isEqualTo(text);
  }

  private static List<Word> words(String command) {
    return Stream.of(command.split(" ", -1))
        .map(word -> word.equals("$") ? String.valueOf(Word.ANYTHING) : word)
        .map(word -> new Word(word, false, false))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bash(curl)          | curl",
        "bash(curl *)        | curl",
        "bash(python*)       | python*",
        "bash(mvn:*)         | mvn",
        "bash('my tool')     | my tool",
        "bash(/opt/x/bin/y)  | /opt/x/bin/y",
        "bash(git push)      | ''",
        "bash(rm -rf)        | ''",
        "bash                | ''",
        "read(curl)          | ''",
        "connect(curl)       | ''",
        "web_fetch(curl)     | ''"
      })
  void aRuleOfOneWordDeniesAProgram(String text, String program) throws Exception {
    Path root = Path.of("/p");
    Rule rule = Rule.of(Verdict.DENY, text, Rule.Source.SESSION);
    assertThat(Rules.of(List.of(rule), root, root).deniedPrograms())
        .isEqualTo(program.isEmpty() ? List.of() : List.of(new Rules.DeniedProgram(program, rule)));
    Rule asking = Rule.of(Verdict.ASK, text, Rule.Source.SESSION);
    assertThat(Rules.of(List.of(asking), root, root).deniedPrograms()).isEmpty();
  }
}
