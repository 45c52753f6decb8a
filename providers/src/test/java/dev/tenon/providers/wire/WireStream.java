package dev.tenon.providers.wire;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/// A stream as a list of frames, to be changed and then written as a server writes it.
record WireStream(WireKind kind, List<Json.Obj> frames, UnaryOperator<String> writing) {
  private static final Path FOLDER = Path.of("src/test/resources/streams");

  /// What is inside of these is the model's and no server changes it.
  private static final List<String> ARGUMENTS = List.of("args", "input", "arguments");

  WireStream {
    frames = List.copyOf(frames);
  }

  /// The stream that the wire's vendor would send: thinking, text and two parallel calls.
  static WireStream good(WireKind kind) {
    try {
      var frames = new ArrayList<Json.Obj>();
      for (String line : Files.readAllLines(FOLDER.resolve(name(kind) + ".ndjson"))) {
        frames.add(Fixtures.json(line));
      }
      return of(kind, frames);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static WireStream of(WireKind kind, List<Json.Obj> frames) {
    return new WireStream(kind, frames, UnaryOperator.identity());
  }

  static WireStream of(WireKind kind, String... frames) {
    return of(kind, List.of(frames).stream().map(Fixtures::json).toList());
  }

  static String name(WireKind kind) {
    return switch (kind) {
      case ANTHROPIC -> "anthropic";
      case OPENAI_RESPONSES -> "responses";
      case OPENAI_CHAT -> "chat";
      case GEMINI -> "gemini";
      case OLLAMA -> "ollama";
    };
  }

  boolean lines() {
    return kind == WireKind.OLLAMA;
  }

  WireStream with(List<Json.Obj> others) {
    return new WireStream(kind, others, writing);
  }

  /// Each frame changed; null leaves it out.
  WireStream each(UnaryOperator<Json.Obj> change) {
    return with(frames.stream().map(change).filter(frame -> frame != null).toList());
  }

  /// Every member of every object changed, but for those inside of arguments; null leaves it out.
  WireStream members(BiFunction<String, Json, Json> change) {
    return each(frame -> (Json.Obj) walked(frame, change));
  }

  /// The frame in front of every other one and at the end.
  WireStream between(Json.Obj... more) {
    var all = new ArrayList<Json.Obj>();
    for (Json.Obj frame : frames) {
      all.addAll(List.of(more));
      all.add(frame);
    }
    all.addAll(List.of(more));
    return with(all);
  }

  /// The written text changed.
  WireStream written(UnaryOperator<String> change) {
    return new WireStream(kind, frames, text -> change.apply(writing.apply(text)));
  }

  String text() {
    var text = new StringBuilder();
    for (Json.Obj frame : frames) {
      if (lines()) {
        text.append(frame.compact()).append('\n');
        continue;
      }
      if (kind == WireKind.ANTHROPIC || kind == WireKind.OPENAI_RESPONSES) {
        text.append("event: ").append(frame.string("type", "message")).append('\n');
      }
      text.append("data: ").append(frame.compact()).append("\n\n");
    }
    if (kind == WireKind.OPENAI_CHAT) {
      text.append("data: [DONE]\n\n");
    }
    return writing.apply(text.toString());
  }

  private static Json walked(Json json, BiFunction<String, Json, Json> change) {
    return switch (json) {
      case Json.Obj object -> {
        var members = new LinkedHashMap<String, Json>();
        object
            .members()
            .forEach(
                (name, value) -> {
                  Json inner = ARGUMENTS.contains(name) ? value : walked(value, change);
                  Json changed = change.apply(name, inner);
                  if (changed != null) {
                    members.put(name, changed);
                  }
                });
        yield new Json.Obj(members);
      }
      case Json.Arr array ->
          new Json.Arr(array.items().stream().map(item -> walked(item, change)).toList());
      default -> json;
    };
  }
}
