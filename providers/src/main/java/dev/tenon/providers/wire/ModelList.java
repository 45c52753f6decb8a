package dev.tenon.providers.wire;

import dev.tenon.core.http.HttpRequest;
import dev.tenon.core.http.HttpResponse;
import dev.tenon.core.http.Transport;
import dev.tenon.core.http.TransportException;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.ModelException;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Asks a provider which models it has. The cheapest request there is, so it also tells whether the
/// provider answers and accepts the key.
public final class ModelList {
  private static final int LARGEST = 4 * 1024 * 1024;

  private final Endpoint endpoint;
  private final Transport transport;
  private final Failures failures;

  public ModelList(Endpoint endpoint, Transport transport) {
    this.endpoint = endpoint;
    this.transport = transport;
    this.failures = new Failures(endpoint, "?", Clock.systemUTC());
  }

  /// The ids of the models in the provider's order; none if it keeps no list.
  public List<String> fetch() throws ModelException, InterruptedException {
    Map<String, String> headers = Wire.headers(endpoint);
    headers.put("Accept", "application/json");
    if (endpoint.wire() == WireKind.ANTHROPIC) {
      headers.put("anthropic-version", AnthropicWire.VERSION);
    }
    headers.putAll(endpoint.headers());
    try (HttpResponse response = transport.send(HttpRequest.get(uri(), headers))) {
      String body = response.text(LARGEST);
      if (response.status() / 100 == 3) {
        throw failures.redirect(response.status());
      }
      if (response.status() == 404 || response.status() == 405) {
        return List.of();
      }
      if (!response.ok()) {
        throw failures.status(response.status(), response.headers(), VendorError.parse(body));
      }
      return names(Json.parse(body));
    } catch (JsonException notJson) {
      throw failures.malformed(endpoint.host() + " sent a list of models that is not JSON");
    } catch (TransportException failed) {
      throw failures.transport(failed);
    } catch (IOException broken) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      throw failures.malformed(endpoint.host() + " broke off its list of models");
    }
  }

  private URI uri() {
    URI base = endpoint.baseUrl();
    return switch (endpoint.wire()) {
      case ANTHROPIC ->
          BaseUrl.with(endpoint, BaseUrl.path(base, "/messages", "/v1") + "/v1/models?limit=1000");
      case OPENAI_RESPONSES, OPENAI_CHAT -> {
        String path = BaseUrl.path(base, "/chat/completions", "/responses");
        String own = endpoint.path();
        boolean azure = own != null && own.startsWith("/openai/");
        String root = azure ? "/openai" : path.isEmpty() ? "/v1" : path;
        yield BaseUrl.with(endpoint, root + "/models");
      }
      case GEMINI -> BaseUrl.with(endpoint, GeminiWire.root(base) + "/models?pageSize=1000");
      case OLLAMA ->
          BaseUrl.with(endpoint, BaseUrl.path(base, "/chat", "/api", "/v1") + "/api/tags");
    };
  }

  /// Every vendor has a list of objects under `data` or `models`; some have the list alone.
  private static List<String> names(Json json) {
    List<Json> items = List.of();
    if (json instanceof Json.Obj object) {
      items = object.has("data") ? object.array("data") : object.array("models");
    } else if (json instanceof Json.Arr array) {
      items = array.items();
    }
    var names = new ArrayList<String>();
    for (Json item : items) {
      if (item instanceof Json.Obj model) {
        String name = model.string("id", model.string("name", ""));
        names.add(name.startsWith("models/") ? name.substring("models/".length()) : name);
      }
    }
    names.removeIf(String::isEmpty);
    return names;
  }
}
