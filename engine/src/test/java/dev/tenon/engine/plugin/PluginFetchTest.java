package dev.tenon.engine.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.engine.problem.SetupException;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Plugins out of real repositories: at a branch, a tag or a commit, in a folder of one, and with
/// the manifest of a marketplace.
@Timeout(240)
class PluginFetchTest {
  @TempDir Path temporary;
  private Path repository;
  private String address;

  /// One with two versions on its own choice of a branch, a tag at the first, and another branch.
  @BeforeEach
  void make() throws Exception {
    TestPrograms.require("git");
    repository = Files.createDirectory(temporary.resolve("repository")).toRealPath();
    address = repository.resolve(".git").toUri().toString();
    git("init", "-q", "-b", "main");
    version("one");
    git("tag", "v1");
    version("two");
    git("checkout", "-q", "-b", "feature/next");
    version("next");
    git("checkout", "-q", "main");
  }

  private void write(String path, String text) throws IOException {
    Path file = repository.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void version(String version) throws Exception {
    write(".claude-plugin/plugin.json", "{\"name\": \"top\", \"version\": \"" + version + "\"}");
    write(
        "tools/deep/.claude-plugin/plugin.json",
        "{\"name\": \"deep\", \"version\": \"" + version + "\"}");
    git("add", "-A");
    git(
        "-c",
        "user.name=T",
        "-c",
        "user.email=t@example.org",
        "-c",
        "commit.gpgsign=false",
        "commit",
        "-q",
        "-m",
        version);
  }

  private String git(String... words) throws Exception {
    var line = new ArrayList<>(List.of("git", "-C", repository.toString()));
    line.addAll(List.of(words));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said.strip();
  }

  private static PluginFetch fetch() throws SetupException {
    return new PluginFetch(Map.of("PATH", "/usr/local/bin:/usr/bin:/bin"));
  }

  private static String named(PluginFetch.Fetched fetched) throws PluginFault {
    PluginManifest manifest = PluginManifest.read(fetched.folder(), "");
    return manifest.name() + " " + manifest.version();
  }

  @Test
  void aBranchATagAndACommitAreFetched() throws Exception {
    String first = git("rev-parse", "v1");
    try (PluginFetch fetch = fetch()) {
      for (List<String> row :
          List.of(
              List.of("", "two", "main"),
              List.of("#main", "two", "main"),
              List.of("#feature/next", "next", "feature/next"),
              List.of("#v1", "one", "v1"),
              List.of("#" + first, "one", "v1"),
              List.of("#" + first.substring(0, 10), "one", "v1"))) {
        PluginFetch.Fetched found = fetch.plugin(PluginOrigin.of(address + row.get(0), ""));
        assertThat(named(found)).as(row.get(0)).isEqualTo("top " + row.get(1));
        assertThat(found.commit()).as(row.get(0)).isEqualTo(git("rev-parse", row.get(2)));
      }
      PluginOrigin gone = PluginOrigin.of(address + "#gone", "");
      assertThatThrownBy(() -> fetch.plugin(gone))
          .hasMessageContaining(address + "#gone cannot be fetched");
    }
  }

  private Path market(String plugins) throws IOException {
    Path market = Files.createDirectory(temporary.resolve("market")).toRealPath();
    Files.writeString(
        market.resolve("marketplace.json"),
        "{\"plugins\": [" + plugins.replace("$URL", "\"url\": \"" + address + "\"") + "]}");
    return market;
  }

  @Test
  void anOfferNamesWhatIsTakenOfARepository() throws Exception {
    Path market =
        market(
            """
            {"name": "branch", "source": {"source": "url", $URL, "ref": "feature/next"}},
            {"name": "sha", "source": {"source": "url", $URL, "ref": "main", "sha": "$SHA"}},
            {"name": "path", "source": {"source": "url", $URL, "path": "tools/deep"}},
            {"name": "subdir", "source":
              {"source": "git-subdir", $URL, "path": "./tools/deep/", "ref": "v1"}},
            {"name": "short", "source": {"source": "git-subdir", "url": "a/b", "path": "c"}},
            {"name": "missing", "source": {"source": "git-subdir", $URL, "path": "tools/gone"}},
            {"name": "out", "source": {"source": "git-subdir", $URL, "path": "../x"}},
            {"name": "abs", "source": {"source": "url", $URL, "path": "/etc"}},
            {"name": "none", "source": {"source": "git-subdir", $URL}}\
            """
                .replace("$SHA", git("rev-parse", "v1")));
    Marketplace read = Marketplace.in(market);
    assertThat(read).isNotNull();
    assertThat(read.names()).containsExactly("branch", "sha", "path", "subdir", "short", "missing");
    assertThat(read.find("short").repository()).isEqualTo("https://github.com/a/b.git");
    assertThat(read.problems())
        .satisfiesExactly(
            line -> assertThat(line).contains("'../x' leads out of the repository"),
            line -> assertThat(line).contains("'/etc' leads out of the repository"),
            line -> assertThat(line).contains("'none' needs 'path'"));
    try (PluginFetch fetch = fetch()) {
      for (List<String> row :
          List.of(
              List.of("branch", "top next"),
              List.of("sha", "top one"),
              List.of("path", "deep two"),
              List.of("subdir", "deep one"))) {
        PluginOrigin origin = PluginOrigin.of(market.toString(), row.getFirst());
        assertThat(named(fetch.plugin(origin))).as(row.getFirst()).isEqualTo(row.getLast());
      }
      PluginOrigin missing = PluginOrigin.of(market.toString(), "missing");
      assertThatThrownBy(() -> fetch.plugin(missing)).hasMessageContaining("tools/gone");
    }
  }

  /// As collections of skills are published: the marketplace is all that says what a plugin is.
  @Test
  void anEntryIsTheManifestWhereThereIsNoOther() throws Exception {
    Path market =
        market(
            """
            {"name": "papers", "source": "./", "strict": false, "version": "3",
             "description": "Reads papers", "skills": ["./skills/pdf"]},
            {"name": "whole", "source": "./"},
            {"name": "over", "source": "./own", "strict": false, "agents": "./agents/a.md"},
            {"name": "own", "source": "./own", "agents": "./agents/a.md"}\
            """);
    for (String file :
        List.of("skills/pdf/SKILL.md", "skills/xls/SKILL.md", "own/agents/a.md", "own/skills/x")) {
      Files.createDirectories(market.resolve(file).getParent());
      Files.writeString(market.resolve(file), "text");
    }
    Files.writeString(market.resolve(".mcp.json"), "{}");
    Files.createDirectory(market.resolve("own/.claude-plugin"));
    Files.writeString(market.resolve("own/.claude-plugin/plugin.json"), "{\"name\": \"inner\"}");
    try (PluginFetch fetch = fetch()) {
      PluginManifest papers = read(fetch, market, "papers");
      assertThat(papers.name()).isEqualTo("papers");
      assertThat(papers.version()).isEqualTo("3");
      assertThat(papers.places(PluginKind.SKILL, "").stream().map(PluginManifest.Place::shown))
          .as("only what the entry names")
          .containsExactly("skills/pdf");
      assertThat(papers.places(PluginKind.SERVER, "")).isEmpty();
      assertThat(papers.problems()).isEmpty();
      assertThat(papers.notes()).isEmpty();

      PluginManifest whole = read(fetch, market, "whole");
      assertThat(whole.places(PluginKind.SKILL, "").stream().map(PluginManifest.Place::shown))
          .containsExactly("skills");
      assertThat(whole.places(PluginKind.SERVER, "")).hasSize(1);

      PluginManifest over = read(fetch, market, "over");
      assertThat(over.name()).isEqualTo("over");
      assertThat(over.places(PluginKind.AGENT, "").stream().map(PluginManifest.Place::shown))
          .containsExactly("agents/a.md");
      assertThat(over.places(PluginKind.SKILL, "")).isEmpty();
      assertThat(read(fetch, market, "own").name()).as("its own counts").isEqualTo("inner");
    }
    assertThat(market.resolve(".tenon-plugin")).as("nothing is written there").doesNotExist();
    assertThat(market.resolve("own/.tenon-plugin")).doesNotExist();
  }

  private static PluginManifest read(PluginFetch fetch, Path market, String name) throws Exception {
    return PluginManifest.read(fetch.plugin(PluginOrigin.of(market.toString(), name)).folder(), "");
  }
}
