package dev.tenon.cli.mcp.serve;

import com.sun.net.httpserver.HttpExchange;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.PeerSetup;
import dev.tenon.protocols.mcp.server.HttpEndpoint;
import dev.tenon.server.http.EndpointServer;
import dev.tenon.server.http.wire.OpenRequests;
import dev.tenon.server.http.wire.Problem;
import dev.tenon.server.http.wire.Reply;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Carries requests over HTTP to the server of the protocol.
record McpHttp(HttpEndpoint endpoint) implements EndpointServer.Endpoint {

  @Override
  public void handle(HttpExchange exchange, Reply reply, OpenRequests.Request open)
      throws Problem, IOException, InterruptedException {
    String verb = exchange.getRequestMethod();
    String body = verb.equals("POST") ? body(exchange) : "";
    var request =
        new HttpEndpoint.Request(verb, name -> exchange.getRequestHeaders().getFirst(name), body);
    endpoint.handle(request, new Answer(reply, open));
  }

  private static String body(HttpExchange exchange) throws Problem {
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    String plain = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    if (!plain.equals("application/json")) {
      throw new Problem(415, "not_json", "the body is no JSON by its Content-Type");
    }
    try {
      byte[] bytes = exchange.getRequestBody().readNBytes(PeerSetup.MAX_BYTES + 1);
      if (bytes.length > PeerSetup.MAX_BYTES) {
        throw new Problem(
                413, "body_too_large", "a message has at most " + PeerSetup.MAX_BYTES + " bytes")
            .with("Connection", "close");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException other) {
      throw Problem.invalid("the body is not UTF-8");
    } catch (IOException cut) {
      throw Problem.invalid("the body ended early");
    }
  }

  private record Answer(Reply reply, OpenRequests.Request open) implements HttpEndpoint.Response {
    @Override
    public void answer(int status, Map<String, String> headers, @Nullable Json body)
        throws IOException {
      reply.headers(headers);
      if (body == null) {
        reply.empty(status);
      } else {
        reply.json(status, body);
      }
    }

    @Override
    public HttpEndpoint.Events events(Map<String, String> headers) throws IOException {
      OutputStream out =
          reply.headers(headers).header("X-Accel-Buffering", "no").stream(
              "text/event-stream; charset=utf-8");
      return text -> {
        if (out != null) {
          open.write(out, text.getBytes(StandardCharsets.UTF_8));
        }
      };
    }
  }
}
