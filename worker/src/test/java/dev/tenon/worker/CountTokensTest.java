package dev.tenon.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import dev.tenon.core.exec.resident.Residents;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.exec.worker.WorkerPool;
import dev.tenon.core.exec.worker.WorkerProgram;
import dev.tenon.core.json.Json;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a worker counts is what the same tables count in this process.
class CountTokensTest {
  private static final List<String> TEXTS =
      List.of(
          "",
          "Hello, world!",
          "<|endoftext|>",
          "Größe 漢字 😀 \ud800",
          "x".repeat(10_000),
          " \n\t".repeat(500),
          "public static void main(String[] args) {}\n".repeat(50));

  @Test
  void aWorkerCountsAsItsTablesDo() throws Exception {
    var entries = new ArrayList<Path>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      entries.add(Path.of(entry).toAbsolutePath());
    }
    var texts = new ArrayList<>(TEXTS);
    texts.add(Files.readString(Path.of("pom.xml")));
    try (var pool =
        new WorkerPool(
            new Residents(new Shell(Shell.Setup.DEFAULT), text -> text),
            () -> Optional.of(WorkerProgram.of(entries)),
            Confinement.none(),
            Duration.ofMinutes(1),
            note -> {})) {
      for (EncodingType type : List.of(EncodingType.O200K_BASE, EncodingType.CL100K_BASE)) {
        Encoding own = Encodings.newLazyEncodingRegistry().getEncoding(type);
        Json.Obj params =
            Json.object().put("encoding", type.getName()).put("texts", Json.strings(texts)).build();
        var expected = new ArrayList<Json>();
        texts.forEach(
            text -> expected.add(Json.of(own.countTokensOrdinary(CountTokens.wellFormed(text)))));
        assertThat(pool.call("tokens.count", params, Duration.ofMinutes(1)))
            .isEqualTo(Json.object().array("counts", expected).build());
      }
      for (String wrong :
          List.of("{}", "{\"encoding\":\"none\"}", "{\"encoding\":\"o200k_base\",\"texts\":[1]}")) {
        assertThatThrownBy(
                () -> pool.call("tokens.count", Json.parseObject(wrong), Duration.ofMinutes(1)))
            .hasMessageStartingWith("tokens.count failed: ");
      }
      assertThat(pool.size()).isOne();
    }
  }
}
