package dev.tenon.core.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.permission.text.Wildcards;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ConnectRuleTest {
  private static final Path ROOT = Path.of("/work/project");
  private static final Rule.Source USER = new Rule.Source(Rule.Source.Kind.USER, "config.yml:3");
  private static final Rule.Source PROJECT =
      new Rule.Source(Rule.Source.Kind.PROJECT, ".tenon/config.yml:1");
  private static final Rule.Source KEPT =
      new Rule.Source(Rule.Source.Kind.REMEMBERED, "permissions.json");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "example.org | example.org | 443 | true",
        "example.org | EXAMPLE.org. | 80 | true",
        "EXAMPLE.ORG.:443 | example.org | 443 | true",
        "example.org:443 | example.org | 80 | false",
        "example.org:443 | a.example.org | 443 | false",
        "*.example.org | a.example.org | 1 | true",
        "*.example.org | example.org | 1 | true",
        "*.example.org:443 | a.b.example.org | 443 | true",
        "*.example.org:443 | a.b.example.org | 444 | false",
        "*.example.org | evilexample.org | 1 | false",
        "*.example.org | example.org.evil.com | 1 | false",
        "* | anything | 9 | true",
        "*:443 | anything | 443 | true",
        "*:443 | anything | 4430 | false",
        "localhost:* | localhost | 3000 | true",
        "localhost:* | LocalHost. | 1 | true",
        "localhost:* | localhost.evil.com | 1 | false",
        "localhost:30* | localhost | 3000 | true",
        "localhost:30* | localhost | 30 | true",
        "localhost:30* | localhost | 8030 | false",
        "localhost:*80 | localhost | 8080 | true",
        "localhost:0080 | localhost | 80 | true",
        "127.0.0.1:80 | 127.0.0.1 | 80 | true",
        "127.0.0.1:80 | 127.1 | 80 | true",
        "127.0.0.1:80 | 2130706433 | 80 | true",
        "127.0.0.1:80 | 0x7f000001 | 80 | true",
        "127.0.0.1:80 | 0X7F.1 | 80 | true",
        "127.0.0.1:80 | 0177.0.0.01 | 80 | true",
        "127.0.0.1:80 | ::ffff:127.0.0.1 | 80 | true",
        "127.0.0.1:80 | [::ffff:7f00:1] | 80 | true",
        "127.0.0.1:80 | １２７.0.0.1 | 80 | true",
        "127.0.0.1:80 | 127。0。0。1 | 80 | true",
        "127.1:80 | 127.0.0.1 | 80 | true",
        "[::1]:8080 | ::1 | 8080 | true",
        "[::1]:8080 | [0:0:0:0:0:0:0:1] | 8080 | true",
        "[::1]:8080 | 0::0001 | 8080 | true",
        "[::1]:8080 | ::1 | 80 | false",
        "[::1] | ::1 | 80 | true",
        "[FE80::1]:80 | fe80::1%eth0 | 80 | true",
        "[2001:DB8::]:80 | 2001:db8:0:0:0:0:0:0 | 80 | true",
        "[::ffff:10.0.0.1]:80 | 10.0.0.1 | 80 | true",
        "bücher.example:443 | xn--bcher-kva.example | 443 | true",
        "xn--bcher-kva.example:443 | BÜCHER.example | 443 | true",
        "localhost:80 | ⓛocalhost | 80 | true",
        "my_service:80 | my_service | 80 | true",
      })
  void knowHostsAndPorts(String pattern, String host, int port, boolean matches)
      throws RuleException {
    var to = new Access.Connect(host, port);
    assertThat(HostPattern.of(pattern).matches(to.host(), to.port())).isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "connect(localhost:0) | is no port; ports are numbers from 1 to 65535",
        "connect(localhost:000) | is no port",
        "connect(localhost:65536) | is no port",
        "connect(localhost:99999999999999) | is no port",
        "connect(localhost:http) | is no port",
        "connect(localhost:0*) | is no port",
        "connect(localhost:123456*) | is no port",
        "connect(localhost:7*0000) | is no port",
        "connect(localhost:-1) | is no port",
        "connect(localhost:３０００) | is no port",
        "connect(localhost:80-90) | is no port",
        "connect(localhost:) | no port; ports are numbers from 1 to 65535",
        "connect(:3000) | there is no host in front of the port; write connect(localhost:3000)",
        "connect(::1:8080) | two colons without brackets; write connect(localhost:3000)",
        "connect(::1) | an address of IPv6 in brackets: connect([::1]:8080)",
        "connect(a:b:c) | two colons without brackets",
        "connect([::1:8080) | the bracket is not closed; write connect([::1]:8080)",
        "connect([::1]8080) | behind the bracket is no port",
        "connect([::1]:0) | is no port",
        "connect([]:80) | is no host",
        "connect([localhost]:80) | is no host",
        "connect([1::2::3]:80) | is no host",
        "connect([12345::]:80) | is no host",
        "connect(http://x/y) | is no host; write connect(example.org)",
        "connect(x/y) | is no host",
        "connect(user@host:80) | is no host",
        "connect(a*b:80) | is no host",
        "connect(*.*:80) | is no host",
        "connect(*.:80) | is no host",
        "connect(*.127.0.0.1:80) | is no host",
        "connect(256.0.0.1:80) | is no host",
        "connect(1.2.3.4.5:80) | is no host",
        "connect(a..b:80) | is no host",
        "connect(a b:80) | is no host",
        "mcp(github/) | there is no tool in it; write mcp(SERVER) or mcp(SERVER/TOOL)",
        "mcp(git,hub) | has no meaning here",
        "mcp(/create_issue) | there is no server in it",
        "mcp(/) | there is no server in it",
        "mcp(a/ ) | there is no tool in it",
        "mcp(a /b) | there is a blank beside the slash",
        "mcp(a/read_?) | has no meaning here",
        "mcp(a/{x,y}) | has no meaning here",
        "mcp(a/b,c/d) | has no meaning here",
      })
  void aSlipIsNamedWithTheRightForm(String written, String problem) {
    for (Verdict effect : Verdict.values()) {
      assertThatThrownBy(() -> Rule.of(effect, written, USER))
          .isInstanceOf(RuleException.class)
          .hasMessageContaining(problem)
          .hasMessageStartingWith(written.replace(" )", ")"))
          .hasMessageContaining("write ");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mcp(github/create_issue) | github | create_issue | true | true",
        "mcp(github/create_issue) | github | create_issues | false | false",
        "mcp(github/create_issue) | GitHub | create_issue | false | true",
        "mcp(github/Create_Issue) | github | create_issue | false | true",
        "MCP(github/*) | github | anything | true | true",
        "mcp(github/*) | github2 | anything | false | false",
        "mcp(*/read_*) | any | read_file | true | true",
        "mcp(*/read_*) | any | spread_file | false | false",
        "mcp(*/read_*) | any | unread_read_ | false | false",
        "mcp(*/*) | any | thing | true | true",
        "mcp | any | thing | true | true",
        "mcp(git*/*_issue) | github | close_issue | true | true",
        "mcp(a/b/c) | a | b/c | true | true",
        "mcp(a/b/c) | a/b | c | false | false",
        "mcp(a/*) | a | b/c | true | true",
        "outside | any | thing | true | true",
        "other | any | thing | false | false",
      })
  void knowToolsOutside(String rule, String server, String tool, boolean allows, boolean denies)
      throws RuleException {
    var call = new Access.Outside(server, tool, Access.Outside.Effect.CHANGES);
    assertThat(rules(rule(Verdict.ALLOW, rule)).outside(Verdict.ALLOW, "outside", call).isPresent())
        .isEqualTo(allows);
    assertThat(rules(rule(Verdict.DENY, rule)).outside(Verdict.DENY, "outside", call).isPresent())
        .isEqualTo(denies);
  }

  /// However the model's name for the tool is made, which has a hash wherever the plain one would
  /// not do.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mcp__gh__repo.delete | gh | repo.delete | true | true",
        "mcp__gh__repo_delete | gh | repo.delete | false | true",
        "mcp__GH__Repo.Delete | gh | repo.delete | false | true",
        "MCP__gh__repo.delete | gh | repo.delete | true | true",
        "mcp__gh__repo.delete | gh | repo.deleted | false | false",
        "mcp__gh__repo.delete | gl | repo.delete | false | false",
        "mcp__a__b__c | a | b__c | true | true",
        "mcp__a__b__c | a__b | c | false | true",
        "mcp__a___b | a_ | b | false | true",
        "mcp__gh | gh | repo.delete | true | true",
        "Mcp__gh | gh | repo.delete | true | true",
        "mcp__gh__* | gh | repo.delete | true | true",
        "mcp__GH__* | gh | repo.delete | false | true",
        "mcp__a__b__* | a__b | c | true | true",
        "mcp__gh | ghe | repo.delete | false | false",
      })
  void theCustomarySpellingMeansTheSameTool(
      String rule, String server, String tool, boolean allows, boolean denies)
      throws RuleException {
    var call = new Access.Outside(server, tool, Access.Outside.Effect.CHANGES);
    String name = "mcp__" + server + "__named_0a1b2c3d";
    assertThat(rules(rule(Verdict.ALLOW, rule)).outside(Verdict.ALLOW, name, call).isPresent())
        .isEqualTo(allows);
    for (Verdict closing : List.of(Verdict.ASK, Verdict.DENY)) {
      assertThat(rules(rule(closing, rule)).outside(closing, name, call).isPresent())
          .isEqualTo(denies);
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachModeDecidesAboutBoth(Mode mode) throws RuleException {
    var connect = new Access.Connect("example.org", 443);
    var reads = new Access.Outside("s", "look", Access.Outside.Effect.READS);
    var changes = new Access.Outside("s", "put", Access.Outside.Effect.CHANGES);
    Verdict usual = mode == Mode.FULL ? Verdict.ALLOW : Verdict.ASK;
    assertThat(verdict(mode, connect)).isEqualTo(mode == Mode.PLAN ? Verdict.DENY : usual);
    assertThat(verdict(mode, changes)).isEqualTo(mode == Mode.PLAN ? Verdict.DENY : usual);
    assertThat(verdict(mode, reads)).isEqualTo(usual);

    Rule[] allowing = {rule(Verdict.ALLOW, "connect(*.org:443)"), rule(Verdict.ALLOW, "mcp(s/*)")};
    Verdict allowed = mode == Mode.PLAN ? Verdict.DENY : Verdict.ALLOW;
    assertThat(verdict(mode, connect, allowing)).isEqualTo(allowed);
    // Who names the server has decided, in mode plan, too; a project's rule never allows.
    assertThat(verdict(mode, changes, allowing)).isEqualTo(Verdict.ALLOW);
    assertThat(verdict(mode, outside("t", "put"), allowing))
        .isEqualTo(mode == Mode.PLAN ? Verdict.DENY : usual);
    assertThat(verdict(mode, reads, allowing)).isEqualTo(Verdict.ALLOW);
    assertThat(verdict(mode, new Access.Connect("example.org", 80), allowing))
        .isEqualTo(mode == Mode.PLAN ? Verdict.DENY : usual);

    Rule[] asking = {
      rule(Verdict.ALLOW, "connect"),
      rule(Verdict.ALLOW, "mcp"),
      rule(Verdict.ASK, "connect(example.org:443)"),
      rule(Verdict.ASK, "mcp(s/look)")
    };
    assertThat(verdict(mode, connect, asking))
        .isEqualTo(mode == Mode.PLAN ? Verdict.DENY : Verdict.ASK);
    assertThat(verdict(mode, reads, asking))
        .isEqualTo(mode == Mode.PLAN ? Verdict.DENY : Verdict.ASK);

    Rule[] denying = {
      rule(Verdict.ALLOW, "connect(example.org:443)"),
      rule(Verdict.ALLOW, "mcp(s/look)"),
      Rule.of(Verdict.DENY, "connect(example.org)", PROJECT),
      Rule.of(Verdict.DENY, "mcp(S/*)", PROJECT)
    };
    assertThat(verdict(mode, connect, denying)).isEqualTo(Verdict.DENY);
    assertThat(verdict(mode, reads, denying)).isEqualTo(Verdict.DENY);
    assertThat(verdict(mode, changes, denying)).isEqualTo(Verdict.DENY);
  }

  @ParameterizedTest
  @CsvSource({
    "'', 80",
    "a b, 80",
    "a/b, 80",
    "%6cocalhost, 80",
    "example.org, 0",
    "example.org, 65536",
    "example.org, -1",
    "999.1.1.1, 80",
    "a..b, 80",
    "[::1, 80",
    "'x\u0000y', 80"
  })
  void whatCanBeNoHostIsRefusedInEveryMode(String host, int port) throws RuleException {
    for (Mode mode : Mode.values()) {
      assertThat(verdict(mode, new Access.Connect(host, port), rule(Verdict.ALLOW, "connect")))
          .isEqualTo(Verdict.DENY);
    }
  }

  @Test
  void aQuestionOffersExactlyWhatItAsks(@TempDir Path state) throws Exception {
    assertThat(offers(new Access.Connect("Example.ORG.", 8443)))
        .containsExactly("connect(example.org:8443)");
    assertThat(offers(new Access.Connect("0:0::1", 80))).containsExactly("connect([::1]:80)");
    assertThat(offers(new Access.Connect("bücher.example", 443)))
        .containsExactly("connect(xn--bcher-kva.example:443)");
    assertThat(offers(outside("github", "create_issue")))
        .containsExactly("mcp(github/create_issue)");
    // Such a name would allow more than the question says, or nothing.
    assertThat(offers(outside("github", "*"))).isEmpty();
    assertThat(offers(outside("git*", "x"))).isEmpty();
    assertThat(offers(outside("a/b", "c"))).isEmpty();
    assertThat(offers(outside("a", "b)\nmcp(*"))).isEmpty();

    var store = new RuleStore(state);
    for (Access access :
        List.of(new Access.Connect("0:0::1", 80), outside("github", "create_issue"))) {
      var policy = policy(Mode.AUTO, new RuleBook(Rules.NONE, store));
      var ask = (Decision.Ask) policy.decide("t", access);
      assertThat(ask.wayOut()).contains("add " + ask.offers().getFirst().text());
      assertThat(policy.allowed("t", access, ask, Approver.Answer.ALWAYS)).isPresent();
      var later = policy(Mode.AUTO, new RuleBook(Rules.NONE, new RuleStore(state)));
      assertThat(later.decide("t", access).verdict()).isEqualTo(Verdict.ALLOW);
    }
    var session = policy(Mode.AUTO, RuleBook.empty());
    var odd = outside("a", "*");
    session.allowed("t", odd, (Decision.Ask) session.decide("t", odd), Approver.Answer.SESSION);
    assertThat(session.decide("t", odd).verdict()).isEqualTo(Verdict.ALLOW);
    assertThat(session.decide("t", outside("a", "b")).verdict()).isEqualTo(Verdict.ASK);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "connect(localhost:3000) | localhost | 3000 | true",
        "connect(localhost:3000) | LOCALHOST. | 3000 | true",
        "connect(localhost:3000) | localhost | 3001 | false",
        "connect(localhost:*) | localhost | 3001 | true",
        "connect(localhost) | localhost | 3000 | false",
        "connect(*.localhost:3000) | a.localhost | 3000 | false",
        "connect(*:3000) | localhost | 3000 | false",
        "connect(*) | localhost | 3000 | false",
        "connect | localhost | 3000 | false",
        "connect([::1]:8080) | [0::1] | 8080 | true",
        "connect(127.0.0.1:80) | 2130706433 | 80 | true",
        "connect(db.corp.example:5432) | db.corp.example | 5432 | true",
        "web_fetch(localhost:3000) | localhost | 3000 | false",
        "web_fetch | localhost | 3000 | false",
      })
  void aRuleOfTheUserNamesAHostWithItsPort(String rule, String host, int port, boolean names)
      throws RuleException {
    var book = new RuleBook(rules(rule(Verdict.ALLOW, rule)), null);
    assertThat(book.names(host, port)).isEqualTo(names);
    assertThat(rules(rule(Verdict.ASK, rule)).names(host, port)).isFalse();
    assertThat(
            rules(rule(Verdict.ALLOW, rule), Rule.of(Verdict.DENY, "connect(*:*)", PROJECT))
                .names(host, port))
        .isFalse();
  }

  @Test
  void anAnswerNamesOnlyWhatCannotLeadElsewhereLater() throws RuleException {
    for (Rule.Source source : List.of(KEPT, Rule.Source.SESSION)) {
      assertThat(
              rules(Rule.of(Verdict.ALLOW, "connect(localhost:3000)", source))
                  .names("localhost", 3000))
          .isTrue();
      assertThat(
              rules(Rule.of(Verdict.ALLOW, "connect(10.0.0.7:80)", source)).names("10.0.0.7", 80))
          .isTrue();
      assertThat(
              rules(Rule.of(Verdict.ALLOW, "connect(a.example:80)", source)).names("a.example", 80))
          .isFalse();
    }
    assertThat(
            rules(Rule.of(Verdict.ALLOW, "connect(localhost:80)", Rule.Source.BUILTIN))
                .names("localhost", 80))
        .isFalse();
    assertThat(Rules.NONE.names("localhost", 80)).isFalse();
    assertThat(rules(rule(Verdict.ALLOW, "connect(localhost:*)")).names("localhost", 0)).isFalse();
  }

  @Test
  void patternsOfManyStarsTakeNoTime() {
    assertThat(Wildcards.match("*a".repeat(2000), "a".repeat(1999) + "b")).isFalse();
    assertThat(Wildcards.match("**", "")).isTrue();
    assertThat(Wildcards.match("", "x")).isFalse();
  }

  private static Access.Outside outside(String server, String tool) {
    return new Access.Outside(server, tool, Access.Outside.Effect.CHANGES);
  }

  private static List<String> offers(Access access) {
    var texts = new ArrayList<String>();
    ((Decision.Ask) policy(Mode.EDIT, RuleBook.empty()).decide("t", access))
        .offers()
        .forEach(rule -> texts.add(rule.text()));
    return texts;
  }

  private static Verdict verdict(Mode mode, Access access, Rule... rules) {
    return policy(mode, new RuleBook(rules(rules), null)).decide("t", access).verdict();
  }

  private static ModePolicy policy(Mode mode, RuleBook book) {
    return new ModePolicy(mode, book, ProtectedPaths.NOWHERE, new Enforcement.Sandboxed("a test"));
  }

  private static Rules rules(Rule... all) {
    return Rules.of(List.of(all), ROOT, ROOT);
  }

  private static Rule rule(Verdict effect, String text) throws RuleException {
    return Rule.of(effect, text, USER);
  }
}
