package dev.tenon.server.http;

import dev.tenon.core.json.JsonException;
import dev.tenon.server.job.EngineException;
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
record Route(
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
  enum Method {
    GET,
    POST,
    PUT
  }

  /// A named value.
  ///
  /// @param type as [Types] reads it; with a `?` at its end the value may be missing
  record Field(String name, String type, String meaning) {
    boolean required() {
      return !type.endsWith("?");
    }

    String plainType() {
      return required() ? type : type.substring(0, type.length() - 1);
    }
  }

  /// What a request holds.
  record Body(Need need, List<Field> fields) {
    static final Body NONE = new Body(Need.NONE, List.of());

    Body {
      fields = List.copyOf(fields);
    }
  }

  /// Whether a request has a body.
  enum Need {
    NONE,
    /// It may be left out.
    OPTIONAL,
    REQUIRED
  }

  /// What an answer holds.
  ///
  /// @param component the name of one of the [Components]; empty when the fields say it
  /// @param nothing when it may be 204 instead; empty when it may not
  record Content(String type, String component, List<Field> fields, String nothing) {
    Content {
      fields = List.copyOf(fields);
    }
  }

  /// Carries out a request and answers with JSON.
  @FunctionalInterface
  interface Handler {
    Answer handle(Call call) throws Problem, EngineException, JsonException, InterruptedException;
  }

  /// Carries out a request and writes the answer itself.
  @FunctionalInterface
  interface Service {
    void handle(Call call, Reply reply)
        throws Problem, EngineException, JsonException, IOException, InterruptedException;
  }

  static Field field(String name, String type, String meaning) {
    return new Field(name, type, meaning);
  }

  static Draft get(String path, String name, String summary) {
    return new Draft(Method.GET, path, name, summary);
  }

  static Draft post(String path, String name, String summary) {
    return new Draft(Method.POST, path, name, summary);
  }

  static Draft put(String path, String name, String summary) {
    return new Draft(Method.PUT, path, name, summary);
  }

  /// A route that is being described; [#by] makes it.
  static final class Draft {
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

    Draft query(Field... fields) {
      query = List.of(fields);
      return this;
    }

    /// The request holds this as JSON.
    Draft body(Field... fields) {
      body = new Body(Need.REQUIRED, List.of(fields));
      return this;
    }

    /// The request may hold this as JSON, or nothing.
    Draft optionalBody(Field... fields) {
      body = new Body(Need.OPTIONAL, List.of(fields));
      return this;
    }

    /// The status of success, 200 when nothing is said.
    Draft status(int code) {
      status = code;
      return this;
    }

    /// Success is one of the [Components].
    Draft answers(String component) {
      answer = new Content("application/json", component, List.of(), "");
      return this;
    }

    /// Success is an object of its own.
    Draft answers(Field... fields) {
      answer = new Content("application/json", "", List.of(fields), "");
      return this;
    }

    /// Success is something else than JSON.
    Draft streams(String type) {
      answer = new Content(type, "", List.of(), "");
      return this;
    }

    /// May be refused with these [ErrorCodes].
    Draft fails(String... codes) {
      errors.addAll(List.of(codes));
      return this;
    }

    /// Success may also be 204.
    Draft orNothing(String meaning) {
      answer = new Content(answer.type, answer.component, answer.fields, meaning);
      return this;
    }

    Route by(Handler handler) {
      return served(
          (call, reply) -> {
            Answer done = handler.handle(call);
            reply.headers(done.headers()).json(done.status(), done.json());
          });
    }

    Route served(Service handler) {
      return new Route(
          method, path, name, summary, status, query, body, answer, List.copyOf(errors), handler);
    }
  }
}
