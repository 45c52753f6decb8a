package dev.tenon.core.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.workspace.path.Root;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RuleBookTest {
  @TempDir private Path folder;
  private Path root = Path.of("/");
  private RuleStore store = new RuleStore(Path.of("/"));

  @BeforeEach
  void begin() throws IOException {
    root = Files.createDirectories(folder.toRealPath().resolve("project"));
    store = new RuleStore(folder.resolve("state/projects/x"));
  }

  @Test
  void aSessionAllowsThePrefixAndNothingElse() {
    var book = new RuleBook(rules(), store);
    var policy = policy(Mode.EDIT, book);
    answer(policy, "npm run test -- --watch", Approver.Answer.SESSION);
    assertThat(verdict(policy, "npm run test")).isEqualTo(Verdict.ALLOW);
    assertThat(verdict(policy, "npm run build")).isEqualTo(Verdict.ASK);
    assertThat(verdict(policy, "npm run test; rm x")).isEqualTo(Verdict.ASK);
    assertThat(verdict(policy(Mode.ASK, book), "npm run test")).isEqualTo(Verdict.ALLOW);
    assertThat(verdict(policy(Mode.PLAN, book), "npm run test")).isEqualTo(Verdict.DENY);
    assertThat(verdict(policy(Mode.EDIT, new RuleBook(rules(), store)), "npm run test"))
        .isEqualTo(Verdict.ASK);
  }

  @Test
  void aSessionWithoutAPrefixAllowsExactlyTheCommand() {
    var policy = policy(Mode.EDIT, new RuleBook(rules(), store));
    answer(policy, "rm -rf build", Approver.Answer.SESSION);
    assertThat(verdict(policy, "rm -rf build")).isEqualTo(Verdict.ALLOW);
    assertThat(verdict(policy, "rm -rf src")).isEqualTo(Verdict.ASK);
  }

  @Test
  void alwaysIsKeptForTheProject() throws IOException {
    var policy = policy(Mode.EDIT, new RuleBook(rules(), store));
    Optional<String> told = answer(policy, "git commit -m x && npm test", Approver.Answer.ALWAYS);
    assertThat(told.orElse("")).contains("bash(git commit), bash(npm test)");
    assertThat(Files.readString(store.file())).contains("bash(git commit)", "bash(npm test)");
    assertThat(root).isEmptyDirectory();

    var later = new RuleBook(rules(), store);
    assertThat(verdict(policy(Mode.EDIT, later), "git commit -a")).isEqualTo(Verdict.ALLOW);
    answer(policy(Mode.EDIT, later), "make all", Approver.Answer.ALWAYS);
    assertThat(later.rules().all())
        .extracting(Rule::text)
        .containsExactly("bash(git commit)", "bash(npm test)", "bash(make all)");

    assertThat(later.remove("bash(git commit)")).isTrue();
    assertThat(later.remove("bash(git commit)")).isFalse();
    assertThat(verdict(policy(Mode.EDIT, later), "git commit -a")).isEqualTo(Verdict.ASK);
    assertThat(verdict(policy(Mode.EDIT, later), "make all")).isEqualTo(Verdict.ALLOW);
  }

  /// What a person closed in this session stays closed, whatever of the same words is taken away.
  @Test
  void aRuleOfTheSameWordsAndAnotherEffectStays() throws Exception {
    var book = new RuleBook(rules(), store);
    var policy = policy(Mode.EDIT, book);
    answer(policy, "git commit -m x", Approver.Answer.ALWAYS);
    answer(policy, "npm test", Approver.Answer.SESSION);
    Rule allowed = Rule.of(Verdict.ALLOW, "bash(git commit)", source());
    Rule denied = Rule.of(Verdict.DENY, "bash(git commit)", source());
    book.add(allowed);
    book.add(denied);
    book.withdraw(allowed);
    assertThat(book.rules().all()).contains(denied).doesNotContain(allowed);
    assertThat(store.read().rules()).extracting(Rule::text).containsExactly("bash(git commit)");
    assertThat(verdict(policy, "git commit")).isEqualTo(Verdict.DENY);
    assertThat(verdict(policy, "npm test")).isEqualTo(Verdict.ALLOW);

    assertThat(book.remove("bash(git commit)")).isTrue();
    assertThat(book.remove("bash(git commit)")).isFalse();
    assertThat(book.rules().all()).contains(denied);
    book.withdraw(denied);
    assertThat(verdict(policy, "git commit")).isEqualTo(Verdict.ASK);
  }

  @Test
  void anAnswerForGoodLeavesWhatAsksBeforeThat() throws Exception {
    var book = new RuleBook(rules(), store);
    var policy = policy(Mode.EDIT, book);
    var ask = ask(policy, "git commit -m x");
    Rule asked = Rule.of(Verdict.ASK, "bash(git commit)", source());
    book.add(asked);
    policy.allowed("bash", new Access.Execute("git commit -m x"), ask, Approver.Answer.ALWAYS);
    assertThat(book.rules().all()).contains(asked);
    assertThat(verdict(policy, "git commit -m y")).isEqualTo(Verdict.ASK);
  }

  @Test
  void whatIsKeptNeverOutranksARule() throws Exception {
    Files.createDirectories(store.file().getParent());
    Files.writeString(store.file(), "{\"allow\":[\"bash(git)\",\"bash\"],\"more\":1}");
    var book =
        new RuleBook(
            rules(
                Rule.of(Verdict.DENY, "bash(git push)", source()),
                Rule.of(Verdict.ASK, "bash(git tag)", source())),
            store);
    var policy = policy(Mode.EDIT, book);
    assertThat(verdict(policy, "git push")).isEqualTo(Verdict.DENY);
    assertThat(verdict(policy, "git tag x")).isEqualTo(Verdict.ASK);
    assertThat(verdict(policy, "git pull")).isEqualTo(Verdict.ALLOW);
    store.keep(List.of(Rule.of(Verdict.ALLOW, "bash(make)", source())));
    assertThat(Files.readString(store.file())).contains("\"more\"", "bash(make)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"allow\":[\"bash\"",
        "",
        "[\"bash\"]",
        "{\"allow\":\"bash\"}",
        "{\"allow\":[\"bash\",7]}"
      })
  void aBrokenFileIsToldAllowsNothingAndIsNeverWrittenOver(String broken) throws Exception {
    Files.createDirectories(store.file().getParent());
    Files.writeString(store.file(), broken);
    var book = new RuleBook(rules(), store);
    assertThat(book.problem().orElse(""))
        .startsWith(store.file() + " cannot be understood (")
        .endsWith("repair the file, or remove it to begin anew");
    assertThat(book.rules().all()).isEmpty();
    var policy = policy(Mode.EDIT, book);
    assertThat(verdict(policy, "npm test")).isEqualTo(Verdict.ASK);

    // An answer holds for the session, and is not kept.
    Optional<String> told = answer(policy, "npm test", Approver.Answer.ALWAYS);
    assertThat(told.orElse(""))
        .startsWith("allowed for this session only: " + store.file() + " cannot be understood");
    assertThat(verdict(policy, "npm test")).isEqualTo(Verdict.ALLOW);
    assertThatThrownBy(() -> store.keep(List.of(Rule.of(Verdict.ALLOW, "bash(make)", source()))))
        .isInstanceOf(RuleStore.UnusableException.class);
    assertThatThrownBy(() -> book.remove("bash")).isInstanceOf(RuleStore.UnusableException.class);
    assertThat(Files.readString(store.file())).isEqualTo(broken);
    assertThat(store.file().resolveSibling("permissions.json.broken")).doesNotExist();
    assertThat(verdict(policy(Mode.EDIT, new RuleBook(rules(), store)), "npm test"))
        .isEqualTo(Verdict.ASK);

    // The way out.
    Files.delete(store.file());
    var anew = new RuleBook(rules(), store);
    assertThat(anew.problem()).isEmpty();
    answer(policy(Mode.EDIT, anew), "npm test", Approver.Answer.ALWAYS);
    assertThat(store.read().rules()).extracting(Rule::text).containsExactly("bash(npm test)");
  }

  @Test
  void aFileThatCannotBeReadIsTold() throws Exception {
    Files.createDirectories(store.file());
    assertThat(new RuleBook(rules(), store).problem().orElse("")).contains("cannot be read (");
    assertThat(new RuleBook(rules(), null).problem()).isEmpty();
  }

  @Test
  void writersAtTheSameTimeLoseNothing() throws Exception {
    var threads =
        java.util.stream.IntStream.range(0, 8)
            .mapToObj(
                i ->
                    Thread.ofVirtual()
                        .start(
                            () -> {
                              try {
                                new RuleStore(store.file().getParent())
                                    .keep(
                                        List.of(
                                            Rule.of(Verdict.ALLOW, "bash(x" + i + ")", source())));
                              } catch (IOException | RuleException failure) {
                                throw new IllegalStateException(failure);
                              }
                            }))
            .toList();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(store.read().rules()).hasSize(8);
  }

  @Test
  void wrappersAndInterpretersAreNeverOfferedForGood() {
    var policy = policy(Mode.EDIT, new RuleBook(rules(), store));
    for (String command :
        List.of(
            "bash x.sh",
            "bash -c 'npm test; bad $x'",
            "python -c 1",
            "python3 -c 'x'",
            "sudo npm test",
            "env -S x",
            "xargs rm",
            "find . -delete",
            "rm x",
            "curl x",
            "ssh h x",
            "eval $x",
            "node -e 1",
            "perl -e 1",
            "git push",
            "git -c a=b commit",
            "npm",
            "$X test",
            "awk '{ print > FILENAME }' x",
            "docker run x",
            "source x")) {
      assertThat(ask(policy, command).offers()).as(command).isEmpty();
    }
    // A package that a runner fetches is one action with exactly these words.
    assertThat(offer(policy, "npx x")).isEqualTo("bash(=npx x)");
    assertThat(offer(policy, "npm run test:unit -- -w")).isEqualTo("bash(npm run test:unit)");
    assertThat(offer(policy, "git commit -m 'a b'")).isEqualTo("bash(git commit)");
    assertThat(offer(policy, "mvn -q -o test -Dx")).isEqualTo("bash(mvn -q -o test)");
    assertThat(offer(policy, "python3 -m pytest -x")).isEqualTo("bash(python3 -m pytest)");
    assertThat(offer(policy, "pytest -x tests")).isEqualTo("bash(pytest)");
    assertThat(offer(policy, "./gradlew build")).isEqualTo("bash(./gradlew build)");
  }

  @Test
  void withoutAPersonTheMessageNamesTheRule() {
    var policy = policy(Mode.EDIT, new RuleBook(rules(), store));
    assertThat(ask(policy, "npm run build -- --x").wayOut())
        .contains("add bash(npm run build) to permissions.allow in", "config.yml");
    assertThat(ask(policy, "rm -rf 'a b'").wayOut()).contains("add bash(rm -rf 'a b') to");
    assertThat(ask(policy, "eval $x").wayOut())
        .isEqualTo("start with --permission-mode full to allow it");
  }

  @Test
  void everyToolObeysARuleAboutPaths() throws RuleException {
    var book =
        new RuleBook(
            rules(
                Rule.of(Verdict.DENY, "read(**/.env)", source()),
                Rule.of(Verdict.DENY, "write(gen/**)", source()),
                Rule.of(Verdict.ASK, "write(*.lock)", source()),
                Rule.of(Verdict.DENY, "web_fetch", source()),
                Rule.of(Verdict.DENY, "connect(*.evil.example)", source()),
                Rule.of(Verdict.ALLOW, "connect(docs.example)", source())),
            store);
    var policy = policy(Mode.FULL, book);
    assertThat(policy.decide("any", new Access.Read("a/.env")).verdict()).isEqualTo(Verdict.DENY);
    assertThat(policy.decide("any", new Access.Read("a/.env:1-5")).verdict())
        .isEqualTo(Verdict.DENY);
    assertThat(policy.decide("any", new Access.Write(".env")).verdict()).isEqualTo(Verdict.DENY);
    assertThat(policy.decide("any", new Access.Write("gen/x")).verdict()).isEqualTo(Verdict.DENY);
    assertThat(policy.decide("any", new Access.Read("gen/x")).verdict()).isEqualTo(Verdict.ALLOW);
    assertThat(policy.decide("any", new Access.Write("a.lock")).verdict()).isEqualTo(Verdict.ASK);
    assertThat(policy.decide("web_fetch").verdict()).isEqualTo(Verdict.DENY);
    assertThat(policy.decide("any", new Access.Connect("a.evil.example", 443)).verdict())
        .isEqualTo(Verdict.DENY);
    assertThat(
            policy(Mode.EDIT, book).decide("x", new Access.Connect("docs.example", 443)).verdict())
        .isEqualTo(Verdict.ALLOW);
    assertThat(
            policy(Mode.EDIT, book).decide("x", new Access.Connect("other.example", 443)).verdict())
        .isEqualTo(Verdict.ASK);
  }

  @Test
  void stateAndRepositoriesAreGuarded() {
    var policy = policy(Mode.EDIT, new RuleBook(rules(), store));
    String state = folder.resolve("state").toString();
    assertThat(policy.decide("w", new Access.Write(state + "/config.yml")).verdict())
        .isEqualTo(Verdict.DENY);
    assertThat(
            policy(Mode.FULL, new RuleBook(rules(), store))
                .decide("w", new Access.Write(state + "/config.yml"))
                .verdict())
        .isEqualTo(Verdict.DENY);
    assertThat(policy.decide("w", new Access.Write(".git/config")).verdict())
        .isEqualTo(Verdict.ASK);
    assertThat(policy.decide("w", new Access.Write("src/a")).verdict()).isEqualTo(Verdict.ALLOW);
  }

  /// A name that could be read as a pattern opens nothing but itself.
  @ParameterizedTest
  @ValueSource(strings = {"**/a.txt", "a*/b", "a?/b", "x[a-z]/b", "{a,b}/c", "a\\*/b"})
  void aNameIsNoPattern(String path) {
    var policy = policy(Mode.ASK, new RuleBook(rules(), store));
    var access = new Access.Write(path);
    var ask = (Decision.Ask) policy.decide("w", access);
    assertThat(ask.offers()).isEmpty();
    policy.allowed("w", access, ask, Approver.Answer.SESSION);
    assertThat(policy.decide("w", access).verdict()).isEqualTo(Verdict.ALLOW);
    for (String other : List.of("src/other", "b/b", "a/c", "ax/b", "a/b")) {
      assertThat(policy.decide("w", new Access.Write(other)).verdict())
          .as(other)
          .isEqualTo(Verdict.ASK);
    }
  }

  private Rules rules(Rule... all) {
    return Rules.of(List.of(all), root, folder);
  }

  private static Rule.Source source() {
    return new Rule.Source(Rule.Source.Kind.USER, "config.yml:1");
  }

  private ModePolicy policy(Mode mode, RuleBook book) {
    return new ModePolicy(
        mode,
        book,
        new ProtectedPaths(
            List.of(new Root(root, Root.Use.WRITABLE)), folder, folder.resolve("state")),
        new Enforcement.None("a test"));
  }

  private static Verdict verdict(ModePolicy policy, String command) {
    return policy.decide("bash", new Access.Execute(command)).verdict();
  }

  private static Decision.Ask ask(ModePolicy policy, String command) {
    return (Decision.Ask) policy.decide("bash", new Access.Execute(command));
  }

  private static String offer(ModePolicy policy, String command) {
    return ask(policy, command).offers().getFirst().text();
  }

  private static Optional<String> answer(
      ModePolicy policy, String command, Approver.Answer answer) {
    return policy.allowed("bash", new Access.Execute(command), ask(policy, command), answer);
  }
}
