package dev.tenon.tools.web;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.http.fetch.Fetch;
import dev.tenon.core.http.tls.Trust;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Enforcement;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.permission.ProtectedPaths;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleBook;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.permission.Verdict;
import dev.tenon.core.tool.Addresses;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.tools.BuiltinTools;
import dev.tenon.tools.ToolLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A project whose tools read pages of a server on loopback, under the rules that a test gives.
abstract class WebFixture {
  private static final HttpSettings SETTINGS =
      new HttpSettings(
          Duration.ofSeconds(5),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10));
  static final Rule.Source USER = new Rule.Source(Rule.Source.Kind.USER, "config.yml:1");

  @TempDir Path temporary;

  final WebPages pages = new WebPages();
  final Shell shell = new Shell(Set.of());
  final List<Access> asked = new ArrayList<>();
  Path root;
  ToolRunner runner;
  Approver.Answer answer = Approver.Answer.ABSENT;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectory(temporary.toRealPath().resolve("project"));
    // The mode asks nothing, so that only the guard and its rules stand in the way.
    use(Mode.FULL, allow(USER, "127.0.0.1:" + pages.port()));
  }

  @AfterEach
  void close() {
    shell.close();
    pages.close();
  }

  // The house around it.

  static Rule allow(Rule.Source source, String pattern) {
    return new Rule(Verdict.ALLOW, "connect", pattern, source);
  }

  static Rule ask(String pattern) {
    return new Rule(Verdict.ASK, "connect", pattern, USER);
  }

  void use(Mode mode, Rule... rules) throws Exception {
    asked.clear();
    runner = runner(mode, new ArrayList<>(), List.of(rules));
  }

  /// @param questions gets a 1 for each
  ToolRunner runner(Mode mode, List<Integer> questions, List<Rule> rules) throws Exception {
    Workspace workspace = Workspace.open(root, List.of());
    var book = new RuleBook(Rules.of(rules, root, temporary), null);
    var fetch =
        new Fetch(
            WebFixture::resolve, guard -> new Transport(SETTINGS, Proxies.NONE, Trust.JDK, guard));
    var editing =
        new DirectEditing(
            workspace, ProjectJournal.open(temporary.resolve("state"), workspace, "test"));
    return new ToolRunner(
        BuiltinTools.everything(
            shell, ToolLimits.DEFAULT, new Addresses(() -> WebReader.both(fetch, book::names))),
        workspace,
        editing,
        new ModePolicy(mode, book, ProtectedPaths.NOWHERE, new Enforcement.None("a test")),
        question -> {
          questions.add(1);
          question.items().forEach(item -> asked.add(item.access()));
          return answer;
        },
        OutputBound.DEFAULT);
  }

  private static InetAddress[] resolve(String host) throws IOException {
    byte[] loopback = {127, 0, 0, 1};
    byte[] elsewhere = {93, (byte) 184, (byte) 216, 34};
    return switch (host) {
      case "localhost", "x.localhost", "inside.test" ->
          new InetAddress[] {InetAddress.getByAddress(host, loopback)};
      case "both.test" ->
          new InetAddress[] {
            InetAddress.getByAddress(host, elsewhere), InetAddress.getByAddress(host, loopback)
          };
      default -> throw new UnknownHostException(host);
    };
  }

  String at(String path) {
    return "http://127.0.0.1:" + pages.port() + path;
  }

  Part.Result read(String path) {
    return page(at(path));
  }

  Part.Result page(String address) {
    return call("read_file", Json.object().put("path", address));
  }

  Part.Result read(String path, int first, int last) {
    return call(
        "read_file",
        Json.object().put("path", at(path)).put("start_line", first).put("end_line", last));
  }

  Part.Result call(String tool, Json.Builder arguments) {
    try {
      return runner.call(Part.Call.of("id", tool, arguments.build()), text -> {}).result();
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
  }
}
