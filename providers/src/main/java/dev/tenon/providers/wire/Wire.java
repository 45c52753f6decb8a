package dev.tenon.providers.wire;

import dev.tenon.core.http.HttpRequest;
import dev.tenon.core.http.HttpResponse;
import dev.tenon.core.http.Transport;
import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.TransportException.Failure;
import dev.tenon.core.http.stream.Frame;
import dev.tenon.core.http.stream.FrameReader;
import dev.tenon.core.http.stream.LineReader;
import dev.tenon.core.http.stream.SseReader;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.ModelException.Kind;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.StopReason;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A model behind HTTP. This class runs one attempt from the request to the last event and gives
/// every failure its kind; a subclass knows one vendor's request body and frames.
///
/// An attempt tells exactly one `Done` or `Failed`; one that was interrupted tells neither and ends
/// with [InterruptedException]. The only request that is sent a second time is one that the
/// provider rejected for its signatures or its wish for thinking: it goes out again without them,
/// because the conversation would be stuck otherwise, and later ones go without them at once.
public abstract sealed class Wire implements Model
    permits AnthropicWire, ChatWire, GeminiWire, OllamaWire, ResponsesWire {
  private static final int MAX_ERROR_BODY = 65_536;

  /// Far more than any model says in one answer; a server that goes on for ever must not take all
  /// memory.
  private static final int MAX_ANSWER = 16 * 1024 * 1024;

  /// The same for all that is sent around the answer.
  private static final long MAX_STREAM = 512L * 1024 * 1024;

  private final Endpoint endpoint;
  private final String modelId;
  private final Transport transport;
  private final Failures failures;
  private volatile @Nullable URI address;

  Wire(Endpoint endpoint, String modelId, Transport transport) {
    this.endpoint = endpoint;
    this.modelId = modelId;
    this.transport = transport;
    this.failures = new Failures(endpoint, modelId, Clock.systemUTC());
  }

  /// Where requests go: always the same.
  abstract URI uri();

  private URI address() {
    URI known = address;
    if (known == null) {
      known = uri();
      address = known;
    }
    return known;
  }

  /// The whole body of the request. Equal requests give equal bodies.
  abstract Json.Obj body(Request request, RequestForm form);

  /// The text of that body.
  String bodyText(Request request, RequestForm form) {
    return SurrogateRepair.textOf(body(request, form));
  }

  abstract Decoder decoder(Request request, Output output);

  /// Adds the headers that this vendor wants beside the key.
  void addHeaders(Map<String, String> headers) {}

  FrameReader frames(LineReader lines) {
    return new SseReader(lines);
  }

  final Endpoint endpoint() {
    return endpoint;
  }

  final String modelId() {
    return modelId;
  }

  final Failures failures() {
    return failures;
  }

  /// The model's full name.
  public final String name() {
    return endpoint.provider() + "/" + modelId;
  }

  /// Whether this model itself said it, so that its signatures mean something.
  final boolean own(Message.Assistant message) {
    return message.model().equals(name());
  }

  @Override
  public final Message.Assistant stream(Request request, Consumer<ModelEvent> sink)
      throws ModelException, InterruptedException {
    var output = new Output(sink);
    output.started(name());
    try {
      return attempt(request, output);
    } catch (ModelException failure) {
      sink.accept(new ModelEvent.Failed(failure));
      throw failure;
    }
  }

  private Message.Assistant attempt(Request request, Output output)
      throws ModelException, InterruptedException {
    try (HttpResponse response = open(request)) {
      return read(request, response, output);
    } catch (TransportException failed) {
      throw failures.transport(failed, output);
    }
  }

  /// Sends the request; gives an answer that streams. Which form the provider takes is remembered,
  /// so that only the first request is rejected.
  private HttpResponse open(Request request)
      throws ModelException, TransportException, InterruptedException {
    var asked = new RequestForm.Asked(address(), name(), request.effort());
    RequestForm form = RequestForm.taken(asked);
    HttpRequest first = httpRequest(request, form);
    HttpResponse response = send(first);
    if (streams(response)) {
      return response;
    }
    Rejection rejection = rejection(response);
    HttpRequest second = httpRequest(request, form.other());
    if (!rejection.aboutForm() || Arrays.equals(first.body(), second.body())) {
      throw rejection.failure();
    }
    response = send(second);
    if (streams(response)) {
      RequestForm.remember(asked, form.other());
      transport.remark(name() + ": asked again " + form.other().words() + ", as from now on");
      return response;
    }
    throw rejection(response).failure();
  }

  private HttpResponse send(HttpRequest request) throws TransportException, InterruptedException {
    WireTap tap = tap();
    if (tap == null) {
      return transport.send(request);
    }
    tap.sent(request.uri().getHost() + request.uri().getRawPath(), request.body());
    HttpResponse response = transport.send(request);
    tap.answered(response.status());
    return response;
  }

  private @Nullable WireTap tap() {
    Consumer<String> shown = transport.tap();
    return shown == null ? null : new WireTap(shown, endpoint);
  }

  private static boolean streams(HttpResponse response) {
    String type = contentType(response);
    return response.ok()
        && !type.startsWith("application/json")
        && !type.startsWith("text/html")
        && coding(response).isEmpty();
  }

  /// The compression that the server chose, though none was asked for; empty for none.
  private static String coding(HttpResponse response) {
    String coding = response.headers().get("content-encoding");
    return coding == null || coding.isBlank() || coding.strip().equalsIgnoreCase("identity")
        ? ""
        : coding.strip();
  }

  private static String contentType(HttpResponse response) {
    String type = response.headers().get("content-type");
    return type == null ? "" : type;
  }

  /// The request as it is sent.
  final HttpRequest httpRequest(Request request, RequestForm form) {
    Map<String, String> headers = headers(endpoint);
    headers.put("Content-Type", "application/json");
    headers.put("Accept", "text/event-stream");
    addHeaders(headers);
    headers.putAll(endpoint.headers());
    String body = bodyText(request, form);
    return HttpRequest.post(address(), headers, body.getBytes(StandardCharsets.UTF_8));
  }

  /// Who we are, and the key.
  static Map<String, String> headers(Endpoint endpoint) {
    var headers = new LinkedHashMap<String, String>();
    headers.put("User-Agent", "tenon");
    Credential credential = endpoint.credential();
    if (credential != null) {
      headers.put(credential.header(), credential.headerValue());
    }
    return headers;
  }

  private Rejection rejection(HttpResponse response) throws InterruptedException {
    try (response) {
      if (response.status() / 100 == 3) {
        return new Rejection(failures.redirect(response.status()), false);
      }
      String type = contentType(response);
      if (response.ok() && type.startsWith("text/html")) {
        return new Rejection(failures.notAnApi(type), false);
      }
      String coding = coding(response);
      if (response.ok() && !coding.isEmpty()) {
        return new Rejection(failures.compressed(coding), false);
      }
      VendorError error = VendorError.parse(coding.isEmpty() ? errorBody(response) : "");
      if (response.ok()) {
        boolean silent = error.message().isEmpty();
        return new Rejection(silent ? failures.notAnApi(type) : failures.inStream(error), false);
      }
      ModelException failure = failures.status(response.status(), response.headers(), error);
      boolean aboutForm = failure.kind() == Kind.INVALID_REQUEST && aboutForm(error);
      return new Rejection(failure, aboutForm);
    }
  }

  private static String errorBody(HttpResponse response) throws InterruptedException {
    try {
      return response.text(MAX_ERROR_BODY);
    } catch (IOException unreadable) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      // The status alone says enough.
      return "";
    }
  }

  private static boolean aboutForm(VendorError error) {
    return error.mentions("signature", "encrypted", "thinking", "reasoning", "effort");
  }

  private Message.Assistant read(Request request, HttpResponse response, Output output)
      throws ModelException, TransportException, InterruptedException {
    var silence = new Silence(transport.settings().silence(), endpoint.host());
    WireTap tap = tap();
    InputStream body = tap == null ? response.body() : tap.over(response.body());
    var lines = new LineReader(body, LineReader.DEFAULT_MAX_LINE, silence);
    FrameReader frames = frames(lines);
    Decoder decoder = decoder(request, output);
    long arrived = 0;
    try {
      while (decoder.progress() != Decoder.Progress.ENDED) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        Frame frame = frames.next();
        if (frame == null) {
          break;
        }
        if (frame.data().strip().equals("[DONE]")) {
          decoder.endMark();
          break;
        }
        if (step(frame, frames, decoder, output)) {
          silence.broken();
        }
        arrived += frame.data().length();
        if (output.size() > MAX_ANSWER || arrived > MAX_STREAM) {
          throw failures.malformed(endpoint.host() + " sends an answer without end");
        }
      }
    } catch (IOException broken) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (decoder.progress() == Decoder.Progress.OPEN) {
        throw broken instanceof TransportException known
            ? known
            : new TransportException(Failure.CUT, String.valueOf(broken.getMessage()), broken);
      }
    }
    if (decoder.progress() == Decoder.Progress.OPEN) {
      throw failures.cut(
          output, "the answer of " + endpoint.host() + " ended before it was whole", null);
    }
    StopReason reason = decoder.finish();
    String note = decoder.note();
    if (note != null) {
      transport.remark(name() + ": " + note);
    }
    return output.done(reason, decoder.usage());
  }

  /// Hands one frame to the decoder. Answers whether it meant something.
  private boolean step(Frame frame, FrameReader frames, Decoder decoder, Output output)
      throws ModelException {
    if (frame.data().isBlank()) {
      return false;
    }
    Json data;
    try {
      data = Json.parse(frame.data());
    } catch (JsonException garbage) {
      if (frames.torn()) {
        throw failures.cut(
            output, "the answer of " + endpoint.host() + " ended in the middle of an event", null);
      }
      throw notAnEvent(frame);
    }
    if (data instanceof Json.Arr several && !several.items().isEmpty()) {
      // Google's way to give errors, and that of gateways to save bytes.
      boolean meant = false;
      for (Json each : several.items()) {
        meant |= step(frame, each, decoder);
      }
      return meant;
    }
    return step(frame, data, decoder);
  }

  private boolean step(Frame frame, Json data, Decoder decoder) throws ModelException {
    if (data instanceof Json.Null) {
      return false;
    }
    if (!(data instanceof Json.Obj object)) {
      throw notAnEvent(frame);
    }
    String type = object.string("type", frame.event());
    if (type.equals("ping") || type.equals("keepalive")) {
      return false;
    }
    boolean named = object.has("type") || type.isEmpty() || type.equals("message");
    decoder.accept(named ? object : object.with("type", Json.of(type)));
    return true;
  }

  private ModelException notAnEvent(Frame frame) {
    return failures.malformed(
        endpoint.host() + " sent an event that is no JSON object: " + frame.data());
  }

  /// Why there is no stream, and whether the plain form of the request may help.
  private record Rejection(ModelException failure, boolean aboutForm) {}

  /// Ends a stream in which only keep-alive bytes arrive.
  private static final class Silence implements LineReader.Arrival {
    private final long limit;
    private final String host;
    private long last = System.nanoTime();

    private Silence(Duration limit, String host) {
      this.limit = limit.toNanos();
      this.host = host;
    }

    private void broken() {
      last = System.nanoTime();
    }

    @Override
    public void bytes() throws IOException {
      if (System.nanoTime() - last > limit) {
        throw new TransportException(
            Failure.STALLED, host + " kept the stream open but sent nothing", null);
      }
    }
  }
}
