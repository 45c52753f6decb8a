package dev.tenon.distribution;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// What the AOT cache of the server learns from: a server that is started, asked for most of what
/// it can do, and ended.
final class ServeTraining {
  private static final String TOKEN = "training-token-0123456789";
  private static final String LISTENING = "listening on ";
  private static final int PATIENCE = 1_500;

  private final String url;

  private ServeTraining(String url) {
    this.url = url;
  }

  static void perform(Map<String, String> environment, Path project)
      throws IOException, InterruptedException {
    var withToken = new HashMap<>(environment);
    withToken.put("TENON_TOKEN", TOKEN);
    var out = new ByteArrayOutputStream();
    var streams =
        new Streams(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            System.err,
            new Streams.Tty(false, false, false));
    var code = new AtomicInteger(-1);
    Thread server =
        Thread.ofPlatform()
            .start(
                () ->
                    code.set(
                        Main.run(
                            streams,
                            withToken,
                            "serve",
                            "--root",
                            project.toString(),
                            "--port",
                            "0")));
    String line = "";
    for (int i = 0; i < PATIENCE && !line.endsWith("\n") && code.get() < 0; i++) {
      Thread.sleep(20);
      line = out.toString(StandardCharsets.UTF_8);
    }
    if (!line.startsWith(LISTENING)) {
      throw new IOException("the server did not start: " + line);
    }
    new ServeTraining(line.substring(LISTENING.length()).strip()).use();
    server.interrupt();
    server.join();
  }

  private void use() throws IOException {
    String session = field(call("POST", "/api/agent/sessions", "{}"), "session_id");
    String request = "{\"session_id\":\"" + session + "\",\"instruction\":\"hello\"}";
    String job = field(call("POST", "/api/agent/run", request), "job_id");
    // Ends with the job.
    call("GET", "/api/agent/jobs/" + job + "/stream", "");
    for (int i = 0; i < 50; i++) {
      call("GET", "/api/agent/jobs/" + job + "/events?cursor=0", "");
    }
    for (String path :
        new String[] {
          "jobs/" + job,
          "jobs/" + job + "/diff",
          "jobs/" + job + "/trace",
          "sessions",
          "sessions/" + session,
          "sessions/" + session + "/files"
        }) {
      call("GET", "/api/agent/" + path, "");
    }
    call("GET", "/api/openapi.json", "");
  }

  /// The answer, whatever it is: a refusal is part of the training.
  private String call(String method, String path, String body) throws IOException {
    var connection = (HttpURLConnection) URI.create(url + path).toURL().openConnection();
    connection.setRequestMethod(method);
    connection.setRequestProperty("Authorization", "Bearer " + TOKEN);
    if (!body.isEmpty()) {
      connection.setDoOutput(true);
      connection.setRequestProperty("Content-Type", "application/json");
      connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
    }
    boolean refused = connection.getResponseCode() >= 400;
    try (InputStream in = refused ? connection.getErrorStream() : connection.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String field(String json, String name) throws IOException {
    String before = "\"" + name + "\":\"";
    int at = json.indexOf(before);
    if (at < 0) {
      throw new IOException("no " + name + " in " + json);
    }
    int begin = at + before.length();
    return json.substring(begin, json.indexOf('"', begin));
  }
}
