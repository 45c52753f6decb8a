package dev.tenon.engine.config;

import dev.tenon.engine.config.value.Raw;
import dev.tenon.engine.problem.QuotedValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Reads YAML into [Raw] values with their lines, from the parser's events: nesting is bounded
/// before it is followed, and aliases, which can grow without bound, are refused.
///
/// The only class that knows the YAML library, so that it is loaded only when there is a file.
final class YamlTree {
  private static final int DEEPEST = 16;

  private final String shown;
  private final Iterator<Event> events;

  private YamlTree(String shown, String text) {
    this.shown = shown;
    LoadSettings settings = LoadSettings.builder().setLabel(shown).build();
    this.events = new Parse(settings).parseString(text).iterator();
  }

  /// The fields at the root of a document; none when the document is empty.
  static Raw.Fields read(ConfigFile file) throws ConfigException {
    String text = file.text();
    String shown = file.shown();
    try {
      return new YamlTree(shown, text).root();
    } catch (MarkedYamlEngineException malformed) {
      Mark mark = malformed.getProblemMark().orElse(null);
      throw malformed(shown, mark == null ? 1 : mark.getLine() + 1, malformed.getProblem());
    } catch (ReaderException malformed) {
      int end = Math.clamp(malformed.getPosition(), 0, text.length());
      int line = 1 + (int) text.substring(0, end).chars().filter(c -> c == '\n').count();
      throw malformed(shown, line, malformed.getMessage());
    } catch (YamlEngineException malformed) {
      throw malformed(shown, 1, malformed.getMessage());
    }
  }

  private static ConfigException malformed(String shown, int line, @Nullable String problem) {
    String text = problem == null ? "it cannot be parsed" : problem;
    int end = text.indexOf('\n');
    String what = end < 0 ? text : text.substring(0, end);
    return new ConfigException(shown + ":" + line + ": is not valid YAML: " + what);
  }

  private Raw.Fields root() throws ConfigException {
    Raw.Fields settings = new Raw.Fields(List.of(), 1);
    boolean seen = false;
    while (events.hasNext()) {
      Event event = events.next();
      switch (event.getEventId()) {
        case StreamStart, StreamEnd, DocumentEnd, Comment -> {}
        case DocumentStart -> {
          if (seen) {
            throw problem(line(event), "is not valid YAML: it holds more than one document");
          }
          seen = true;
        }
        case Alias, MappingEnd, MappingStart, Scalar, SequenceEnd, SequenceStart ->
            settings = settings(raw(event, 0));
      }
    }
    return settings;
  }

  private Raw.Fields settings(Raw raw) throws ConfigException {
    return switch (raw) {
      case Raw.Fields fields -> fields;
      case Raw.Nothing nothing -> new Raw.Fields(List.of(), nothing.line());
      case Raw.Text text -> throw noMapping(text);
      case Raw.Items items -> throw noMapping(items);
    };
  }

  private ConfigException noMapping(Raw raw) {
    return problem(raw.line(), "must hold settings as 'key: value', was " + raw.kind());
  }

  private Raw raw(Event event, int depth) throws ConfigException {
    int line = line(event);
    if (depth > DEEPEST) {
      throw problem(line, "is nested deeper than " + DEEPEST + " levels");
    }
    return switch (event.getEventId()) {
      case Scalar -> scalar((ScalarEvent) event, line);
      case SequenceStart -> items(line, depth);
      case MappingStart -> fields(line, depth);
      case Alias -> throw problem(line, "uses an alias (*); write the value out");
      case Comment, DocumentEnd, DocumentStart, MappingEnd, SequenceEnd, StreamEnd, StreamStart ->
          throw new IllegalStateException("unexpected " + event);
    };
  }

  private static Raw scalar(ScalarEvent scalar, int line) {
    String text = scalar.getValue();
    boolean nothing =
        scalar.isPlain() && (text.isEmpty() || text.equals("~") || text.equals("null"));
    return nothing ? new Raw.Nothing(line) : new Raw.Text(text, line);
  }

  private Raw items(int line, int depth) throws ConfigException {
    var items = new ArrayList<Raw>();
    for (Event event = events.next();
        event.getEventId() != Event.ID.SequenceEnd;
        event = events.next()) {
      items.add(raw(event, depth + 1));
    }
    return new Raw.Items(items, line);
  }

  private Raw fields(int line, int depth) throws ConfigException {
    var fields = new ArrayList<Raw.Field>();
    Map<String, Integer> seen = new HashMap<>();
    for (Event event = events.next();
        event.getEventId() != Event.ID.MappingEnd;
        event = events.next()) {
      int at = line(event);
      if (!(event instanceof ScalarEvent key)) {
        throw problem(at, "has a key that is not text");
      }
      String name = key.getValue();
      Integer before = seen.putIfAbsent(name, at);
      if (before != null) {
        throw problem(at, "repeats the key " + QuotedValue.of(name) + " of line " + before);
      }
      fields.add(new Raw.Field(name, at, raw(events.next(), depth + 1)));
    }
    return new Raw.Fields(fields, line);
  }

  private static int line(Event event) {
    Mark mark = event.getStartMark().orElse(null);
    return mark == null ? 1 : mark.getLine() + 1;
  }

  private ConfigException problem(int line, String what) {
    return new ConfigException(shown + ":" + line + ": " + what);
  }
}
