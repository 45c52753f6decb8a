package dev.tenon.cli.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Plugins made of code, in jars that are compiled here against the library.
@Timeout(240)
class JarPluginTest {
  private static final String SERVICE = "META-INF/services/dev.tenon.sdk.TenonPlugin";
  private static final String TOOL =
      """
      package letters;
      import dev.tenon.core.agent.AgentEvent;
      import dev.tenon.core.permission.Access;
      import dev.tenon.core.tool.*;
      import dev.tenon.sdk.TenonPlugin;
      import java.nio.file.*;
      import java.util.List;
      public final class Letters implements TenonPlugin {
        static final Path LOG = Path.of("LOG_FILE");
        static boolean HEARS_NOTHING;
        public Letters() { BEGINS }
        public record Parameters(@Doc("The word") String word) {}
        public record Count(String name) implements Tool<Parameters> {
          public String description() { return "Counts letters."; }
          public Class<Parameters> parameters() { return Parameters.class; }
          public List<Access> access(Parameters given) { return List.of(); }
          public String title(Parameters given) {
            if (given.word().isEmpty()) { throw new IllegalStateException("no word"); }
            return given.word();
          }
          public ToolResult run(Parameters given, ToolContext context) {
            if (given.word().equals("bang")) { throw new NoClassDefFoundError("org/gone/Gone"); }
            return ToolResult.Text.of(given.word().length() + " letters");
          }
        }
        public List<Tool<?>> tools(Path folder) { return List.of(TOOLS); }
        public void hear(AgentEvent event) {
          if (HEARS_NOTHING) { throw new IllegalStateException("deaf"); }
          say(event.getClass().getSimpleName());
        }
        public void close() { say("closed"); }
        static void say(String line) {
          try {
            Files.writeString(LOG, line + "\\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
          } catch (java.io.IOException failed) {
            throw new java.io.UncheckedIOException(failed);
          }
        }
      }
      """;

  @TempDir Path temporary;
  private Path folder;
  private Path project;
  private Path home;
  private Path log;
  private String out = "";
  private String err = "";

  @BeforeEach
  void make() throws IOException {
    folder = temporary.toRealPath();
    project = Files.createDirectory(folder.resolve("project"));
    home = folder.resolve("home");
    log = folder.resolve("heard.txt");
  }

  private int run(String... words) {
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--root", project.toString()));
    var printed = new ByteArrayOutputStream();
    var told = new ByteArrayOutputStream();
    int code =
        Main.run(
            new Streams(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(printed, true, StandardCharsets.UTF_8),
                new PrintStream(told, true, StandardCharsets.UTF_8),
                new Streams.Tty(false, false, false)),
            Map.of("TENON_HOME", home.toString(), "PATH", "/usr/local/bin:/usr/bin:/bin"),
            all.toArray(String[]::new));
    out = printed.toString(StandardCharsets.UTF_8);
    err = told.toString(StandardCharsets.UTF_8);
    return code;
  }

  /// Compiles the plugin and packs it.
  ///
  /// @param begins what its constructor does
  /// @param tools what it makes
  /// @param declared the manifest's list of tools; empty for none
  private Path jar(String file, String begins, String tools, String declared) throws IOException {
    Path source = Files.createDirectories(folder.resolve("source/letters")).resolve("Letters.java");
    Files.writeString(
        source,
        TOOL.replace("LOG_FILE", log.toString()).replace("BEGINS", begins).replace("TOOLS", tools));
    Path classes = Files.createTempDirectory(folder, "classes");
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("java.class.path", ""),
                source.toString());
    assertThat(failed).isZero();
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_TITLE, "Letters in words");
    if (!declared.isEmpty()) {
      manifest.getMainAttributes().putValue("Tenon-Tools", declared);
    }
    Path jar = folder.resolve(file);
    try (var packed = new JarOutputStream(Files.newOutputStream(jar), manifest);
        var all = Files.walk(classes)) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        put(packed, classes.relativize(each).toString(), Files.readAllBytes(each));
      }
      put(packed, SERVICE, "letters.Letters # ours\n".getBytes(StandardCharsets.UTF_8));
    }
    return jar;
  }

  private static void put(JarOutputStream jar, String name, byte[] bytes) throws IOException {
    jar.putNextEntry(new JarEntry(name));
    jar.write(bytes);
    jar.closeEntry();
  }

  private int prompt(String word) throws IOException {
    Path script = folder.resolve("script.json");
    Files.writeString(
        script,
        """
        {"steps": [{"calls": [{"name": "letters", "arguments": {"word": "%s"}}]}, {"text": "Done."}]}
        """
            .formatted(word));
    return run("-p", "count", "--model=scripted:" + script, "--output-format", "stream-json");
  }

  @Test
  void aJarIsShownAgreedToUsedUpdatedAndRemoved() throws Exception {
    Path jar = jar("letter-count-1.2.jar", "", "new Count(\"letters\")", "letters");
    assertThat(run("plugin", "check", jar.toString())).as(out + err).isZero();
    assertThat(out).contains("letter-count: 1 jar.");
    assertThat(run("plugin", "add", jar.toString())).isEqualTo(1);
    assertThat(out)
        .contains(
            "letter-count 1.2: Letters in words", "runs", "inside Tenon, with all your rights")
        .contains("letters.Letters", "tools letters", "sha256 ");
    assertThat(run("plugin", "add", jar.toString(), "--yes")).as(out + err).isZero();
    assertThat(log).as("nothing of it has run").doesNotExist();
    assertThat(run("plugin", "list", "--json")).isZero();
    assertThat(out)
        .contains("\"jar\": \"" + jar + "\"", "as installed", "jar:letter-count:plugin.jar");

    Files.delete(jar);
    assertThat(prompt("seven")).as(out + err).isZero();
    assertThat(out).contains("5 letters");
    assertThat(Files.readAllLines(log)).contains("PromptStarted").endsWith("closed");

    assertThat(prompt("bang")).as(out + err).isZero();
    assertThat(out)
        .as("a call that breaks costs the call, and names whose fault it is")
        .contains("the tool letters of the plugin letter-count broke", "org/gone/Gone", "Done.")
        .doesNotContain("bug in Tenon");
    assertThat(prompt("")).as(out + err).isZero();
    assertThat(out)
        .contains("the tool letters of the plugin letter-count broke", "no word", "Done.")
        .doesNotContain("bug in Tenon");

    jar("letter-count-1.2.jar", "", "new Count(\"letters\"), new Count(\"more\")", "letters more");
    assertThat(run("plugin", "update")).isEqualTo(1);
    assertThat(out).contains("~ runs", "tools letters, more");
    assertThat(run("plugin", "update", "--yes")).as(out + err).isZero();
    assertThat(run("plugin", "update")).isZero();
    assertThat(out).contains("up to date");
    assertThat(run("plugin", "show", "letter-count")).isZero();
    assertThat(out).contains("as installed", "tools letters, more");
    assertThat(run("doctor")).isZero();
    assertThat(out).contains("letter-count: 1 jar");
    assertThat(run("plugin", "remove", "letter-count")).isZero();
    assertThat(prompt("seven")).isZero();
    assertThat(out).doesNotContain("5 letters");
  }

  @Test
  void aBrokenJarIsLeftOutWithALine() throws Exception {
    Path empty = Files.write(folder.resolve("empty.jar"), new byte[] {1, 2});
    assertThat(run("plugin", "add", empty.toString(), "--yes")).isEqualTo(1);
    assertThat(err).contains("empty.jar: is no jar");
    Path other = folder.resolve("other.jar");
    try (var packed = new JarOutputStream(Files.newOutputStream(other))) {
      put(packed, "a.txt", new byte[0]);
    }
    assertThat(run("plugin", "add", other.toString(), "--yes")).isEqualTo(1);
    assertThat(err).contains("other.jar: is no plugin: it has no " + SERVICE);
    try (var packed = new JarOutputStream(Files.newOutputStream(other))) {
      put(packed, SERVICE, "gone.Gone".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(run("plugin", "check", other.toString())).isEqualTo(1);
    assertThat(err).contains("names gone.Gone, which is not in the jar");
    assertThat(home.resolve("plugins/plugins.json")).doesNotExist();

    Path throwing = jar("throwing.jar", "if (LOG != null) throw new Error(\"no\");", "", "");
    assertThat(run("plugin", "add", throwing.toString(), "--yes")).as(out + err).isZero();
    assertThat(out).contains("tools that only its code knows");
    Path taking = jar("taking.jar", "", "new Count(\"bash\"), new Count(\"letters\")", "");
    assertThat(run("plugin", "add", taking.toString(), "--yes")).isZero();
    Path more = jar("more.jar", "", "new Count(\"undeclared\")", "letters");
    assertThat(run("plugin", "add", more.toString(), "--yes")).isZero();
    assertThat(prompt("seven")).as(out + err).isZero();
    assertThat(out).as("the others go on").contains("5 letters");
    assertThat(err)
        .contains("the plugin throwing is left out, its code failed", "no")
        .contains(
            "the tool bash of the plugin taking is left out: a tool of that name is there already")
        .contains("the tool undeclared of the plugin more is left out: it is not among those");

    Path deaf = jar("deaf.jar", "HEARS_NOTHING = true;", "new Count(\"hears\")", "");
    assertThat(run("plugin", "add", deaf.toString(), "--yes")).isZero();
    assertThat(prompt("seven")).isZero();
    assertThat(err)
        .containsOnlyOnce(
            "the plugin deaf failed when it heard what happens, and hears nothing more; its tools"
                + " stay: java.lang.IllegalStateException: deaf")
        .doesNotContain("the plugin deaf is left out");
    assertThat(run("plugin", "remove", "deaf")).isZero();

    String slow = "java.util.concurrent.locks.LockSupport.parkNanos(400_000_000L);";
    assertThat(run("plugin", "add", jar("slow.jar", slow, "", "").toString(), "--yes")).isZero();
    assertThat(run("doctor")).isZero();
    assertThat(out)
        .containsPattern("slow: 1 jar, slows each start by \\d{3,} ms")
        .contains("the plugin throwing is left out, its code failed");
    assertThat(run("plugin", "remove", "slow")).isZero();

    Path installed = home.resolve("plugins/taking/plugin.jar");
    Files.write(installed, Files.readAllBytes(installed), java.nio.file.StandardOpenOption.APPEND);
    assertThat(prompt("seven")).isZero();
    assertThat(err).contains("the plugin taking is left out: its files have changed since");
    assertThat(out).doesNotContain("5 letters");
  }
}
