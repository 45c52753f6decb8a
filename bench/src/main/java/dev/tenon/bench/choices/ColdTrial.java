package dev.tenon.bench.choices;

import dev.tenon.core.http.HttpRequest;
import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.json.Json;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.DriverManager;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.tomlj.Toml;

/// One thing done once in a new process: `ColdTrial KIND ARGUMENT`.
public final class ColdTrial {
  private ColdTrial() {}

  public static void main(String[] words) throws Exception {
    switch (words[0]) {
      case "nothing" -> {}
      case "sockets" -> sockets(URI.create(words[1]));
      case "java.net.http" -> library(URI.create(words[1]));
      case "jsonl" -> jsonl(Path.of(words[1]));
      case "sqlite" -> sqlite(Path.of(words[1]));
      case "toml" -> Toml.parse("[package]\nname = \"a\"\n[[bin]]\nname = \"b\"\n");
      case "yaml" ->
          new Load(LoadSettings.builder().build())
              .loadFromString("tasks:\n  a:\n    desc: An a\n  b: x\n");
      default -> throw new IllegalArgumentException(words[0]);
    }
  }

  private static void sockets(URI uri) throws Exception {
    try (var transport = new Transport(HttpSettings.DEFAULTS, Proxies.NONE);
        var answer =
            transport.send(
                HttpRequest.post(
                    uri, Map.of("Content-Type", "application/json"), "{}".getBytes(utf8())))) {
      drain(answer.body());
    }
  }

  private static void library(URI uri) throws Exception {
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      var request =
          java.net.http.HttpRequest.newBuilder(uri)
              .header("Content-Type", "application/json")
              .POST(java.net.http.HttpRequest.BodyPublishers.ofString("{}"))
              .build();
      try (InputStream body =
          client.send(request, java.net.http.HttpResponse.BodyHandlers.ofInputStream()).body()) {
        drain(body);
      }
    }
  }

  private static java.nio.charset.Charset utf8() {
    return StandardCharsets.UTF_8;
  }

  private static void drain(InputStream body) throws Exception {
    if (body.readAllBytes().length == 0) {
      throw new IllegalStateException("an empty answer");
    }
  }

  /// Ten entries, as a prompt with a few tools makes them.
  private static void jsonl(Path file) throws Exception {
    for (int i = 0; i < 10; i++) {
      String line =
          "{\"type\":\"message\",\"id\":\"" + i + "\",\"text\":\"" + "x".repeat(500) + "\"}\n";
      Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
    for (String line : Files.readAllLines(file)) {
      Json.parse(line);
    }
  }

  private static void sqlite(Path file) throws Exception {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode=WAL");
      statement.execute("PRAGMA synchronous=NORMAL");
      statement.execute("CREATE TABLE IF NOT EXISTS entry(id INTEGER PRIMARY KEY, json TEXT)");
      for (int i = 0; i < 10; i++) {
        try (var insert = connection.prepareStatement("INSERT INTO entry(json) VALUES (?)")) {
          insert.setString(
              1,
              "{\"type\":\"message\",\"id\":\"" + i + "\",\"text\":\"" + "x".repeat(500) + "\"}");
          insert.executeUpdate();
        }
      }
      try (var rows = statement.executeQuery("SELECT json FROM entry ORDER BY id")) {
        while (rows.next()) {
          Json.parse(rows.getString(1));
        }
      }
    }
  }
}
