package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.TestPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The review page is compiled against the API that is served.
class WebTypesTest {
  @TempDir Path folder;

  @Test
  void theTypesOfThePageAreThoseOfTheDocument() throws Exception {
    Harness server = Harness.in(folder).answering().start();
    String types;
    try {
      types = WebTypes.of(server.get("/api/openapi.json").json());
    } finally {
      server.close();
    }
    Path file = TestPrograms.house().resolve("web/src/api/schema.ts");
    if ("write".equals(System.getProperty("tenon.docs"))) {
      Files.writeString(file, types);
    }
    assertThat(file).as("make it anew with ./verify --docs").hasContent(types);
  }
}
