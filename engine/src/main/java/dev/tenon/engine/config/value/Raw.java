package dev.tenon.engine.config.value;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.List;

/// A value as it was written, before a [Type] makes sense of it. Lines count from 1; 0 means that
/// the value did not come from a file.
public sealed interface Raw {
  int line();

  /// The value in a message: what a person would recognise.
  String kind();

  /// The value as data; what is no list and no mapping is text.
  default Json json() {
    return switch (this) {
      case Text text -> Json.of(text.text());
      case Nothing ignored -> Json.Null.VALUE;
      case Items items -> {
        var all = new ArrayList<Json>();
        items.items().forEach(each -> all.add(each.json()));
        yield Json.array(all);
      }
      case Fields fields -> {
        var object = Json.object();
        fields.fields().forEach(each -> object.put(each.name(), each.value().json()));
        yield object.build();
      }
    };
  }

  /// The same data as if it were written, on no line.
  static Raw of(Json json) {
    return switch (json) {
      case Json.Str text -> new Text(text.value(), 0);
      case Json.Num number -> new Text(number.text(), 0);
      case Json.Bool flag -> new Text(Boolean.toString(flag.value()), 0);
      case Json.Null ignored -> new Nothing(0);
      case Json.Arr array -> {
        var items = new ArrayList<Raw>();
        array.items().forEach(each -> items.add(of(each)));
        yield new Items(items, 0);
      }
      case Json.Obj object -> {
        var fields = new ArrayList<Field>();
        object.members().forEach((name, value) -> fields.add(new Field(name, 0, of(value))));
        yield new Fields(fields, 0);
      }
    };
  }

  record Text(String text, int line) implements Raw {
    @Override
    public String kind() {
      return "text";
    }
  }

  record Items(List<Raw> items, int line) implements Raw {
    @Override
    public String kind() {
      return "a list";
    }
  }

  record Fields(List<Field> fields, int line) implements Raw {
    @Override
    public String kind() {
      return "a mapping";
    }
  }

  /// Nothing after the colon, `~` or `null`.
  record Nothing(int line) implements Raw {
    @Override
    public String kind() {
      return "nothing";
    }
  }

  record Field(String name, int line, Raw value) {}
}
