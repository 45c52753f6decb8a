package dev.tenon.server.http.wire;

import dev.tenon.core.json.JsonException;
import dev.tenon.server.job.record.EngineException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// One operation of the API, with what its document says of it. Made by [#get], [#post] and [#put].
///
/// @param path with parameters in braces
/// @param status of an answer that is no error
/// @param body what the request must hold; empty when it has none
/// @param answer what the answer holds
/// @param errors the codes of [ErrorCodes] that it may answer, beyond those that every one may
public record Route(
    Method method,
    String path,
    String name,
    String summary,
    int status,
    List<Field> query,
    Body body,
    Content answer,
    List<String> errors,
    Service handler) {

  /// The verbs of HTTP that are used.
  public enum Method {
    GET,
    POST,
    PUT
  }

  /// A named value.
  ///
  /// @param type as `SchemaTypes` reads it; with a `?` at its end the value may be missing
  public record Field(String name, String type, String meaning) {
    public boolean required() {
      return !type.endsWith("?");
    }

    public String plainType() {
      return required() ? type : type.substring(0, type.length() - 1);
    }
  }

  /// What a request holds.
  public record Body(Need need, List<Field> fields) {
    public static final Body NONE = new Body(Need.NONE, List.of());

    public Body {
      fields = List.copyOf(fields);
    }
  }

  /// Whether a request has a body.
  public enum Need {
    NONE,
    /// It may be left out.
    OPTIONAL,
    REQUIRED
  }

  /// What an answer holds.
  ///
  /// @param component the name of one of the `Components`; empty when the fields say it
  /// @param nothing when it may be 204 instead; empty when it may not
  public record Content(String type, String component, List<Field> fields, String nothing) {
    public Content {
      fields = List.copyOf(fields);
    }
  }

  /// Carries out a request and answers with JSON.
  @FunctionalInterface
  public interface Handler {
    Answer handle(Call call) throws Problem, EngineException, JsonException, InterruptedException;
  }

  /// Carries out a request and writes the answer itself.
  @FunctionalInterface
  public interface Service {
    void handle(Call call, Reply reply)
        throws Problem, EngineException, JsonException, IOException, InterruptedException;
  }

  public static Field field(String name, String type, String meaning) {
    return new Field(name, type, meaning);
  }

  public static Draft get(String path, String name, String summary) {
    return new Draft(Method.GET, path, name, summary);
  }

  public static Draft post(String path, String name, String summary) {
    return new Draft(Method.POST, path, name, summary);
  }

  public static Draft put(String path, String name, String summary) {
    return new Draft(Method.PUT, path, name, summary);
  }

  /// A route that is being described; [#by] makes it.
  public static final class Draft {
    private final Method method;
    private final String path;
    private final String name;
    private final String summary;
    private final List<String> errors = new ArrayList<>();
    private int status = 200;
    private List<Field> query = List.of();
    private Body body = Body.NONE;
    private Content answer = new Content("application/json", "", List.of(), "");

    private Draft(Method method, String path, String name, String summary) {
      this.method = method;
      this.path = path;
      this.name = name;
      this.summary = summary;
    }

    public Draft query(Field... fields) {
      query = List.of(fields);
      return this;
    }

    /// The request holds this as JSON.
    public Draft body(Field... fields) {
      body = new Body(Need.REQUIRED, List.of(fields));
      return this;
    }

    /// The request may hold this as JSON, or nothing.
    public Draft optionalBody(Field... fields) {
      body = new Body(Need.OPTIONAL, List.of(fields));
      return this;
    }

    /// The status of success, 200 when nothing is said.
    public Draft status(int code) {
      status = code;
      return this;
    }

    /// Success is one of the `Components`.
    public Draft answers(String component) {
      answer = new Content("application/json", component, List.of(), "");
      return this;
    }

    /// Success is an object of its own.
    public Draft answers(Field... fields) {
      answer = new Content("application/json", "", List.of(fields), "");
      return this;
    }

    /// Success is something else than JSON.
    public Draft streams(String type) {
      answer = new Content(type, "", List.of(), "");
      return this;
    }

    /// May be refused with these [ErrorCodes].
    public Draft fails(String... codes) {
      errors.addAll(List.of(codes));
      return this;
    }

    /// Success may also be 204.
    public Draft orNothing(String meaning) {
      answer = new Content(answer.type, answer.component, answer.fields, meaning);
      return this;
    }

    public Route by(Handler handler) {
      return served(
          (call, reply) -> {
            Answer done = handler.handle(call);
            reply.headers(done.headers()).json(done.status(), done.json());
          });
    }

    public Route served(Service handler) {
      return new Route(
          method, path, name, summary, status, query, body, answer, List.copyOf(errors), handler);
    }
  }
}
