package dev.tenon.providers.wire;

import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.model.Request;
import dev.tenon.providers.Providers;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.Settings;
import dev.tenon.testkit.script.Fault;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/// Sends any stream to any wire and keeps what `--debug` would note.
final class SloppyServer implements AutoCloseable {
  private final ModelServer server = ModelServer.start(Settings.DEFAULT.lenient());
  private final Transport transport = new Transport(HttpSettings.DEFAULTS, Proxies.NONE);
  private final List<String> notes = new CopyOnWriteArrayList<>();

  SloppyServer() {
    transport.remarks(notes::add);
  }

  Attempt send(WireStream stream) throws InterruptedException {
    return send(stream, Fixtures.ask("x"));
  }

  Attempt send(WireStream stream, Request request) throws InterruptedException {
    return send(stream.kind(), stream.text(), request);
  }

  Attempt send(WireKind kind, String text, Request request) throws InterruptedException {
    notes.clear();
    String type = kind == WireKind.OLLAMA ? "application/x-ndjson" : "text/event-stream";
    server.reply(new Fault.Raw(200, Map.of("content-type", type), text));
    var endpoint = Endpoint.of("test", kind, server.uri(), null);
    return Attempt.run(Providers.open(endpoint, "model", transport), request);
  }

  /// What `--debug` notes about the last answer.
  List<String> notes() {
    return List.copyOf(notes);
  }

  @Override
  public void close() {
    transport.close();
    server.close();
  }
}
