package dev.tenon.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The programs of `docs/embedding.md`, those that begin with what they import, compile as they are
/// written.
class EmbeddingPageTest {
  private static final Pattern PROGRAM =
      Pattern.compile("```java\n(import .*?)```", Pattern.DOTALL);

  @TempDir Path folder;

  private static final class Source extends SimpleJavaFileObject {
    private final String code;

    Source(String code) {
      super(URI.create("string:///Program.java"), Kind.SOURCE);
      this.code = code;
    }

    @Override
    public String getCharContent(boolean ignoreEncodingErrors) {
      return code;
    }
  }

  @Test
  void programsCompile() throws Exception {
    List<String> programs =
        PROGRAM
            .matcher(Files.readString(Path.of("..", "docs", "embedding.md")))
            .results()
            .map(match -> match.group(1))
            .toList();
    assertThat(programs).hasSizeGreaterThan(1);
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path", ""));
    for (String program : programs) {
      var said = new StringWriter();
      List<JavaFileObject> sources = List.of(new Source(program));
      boolean compiled =
          ToolProvider.getSystemJavaCompiler()
              .getTask(
                  said,
                  null,
                  null,
                  List.of("-d", folder.toString(), "-proc:none", "-cp", path),
                  null,
                  sources)
              .call();
      assertThat(compiled).as(said + " in\n" + program).isTrue();
    }
  }
}
