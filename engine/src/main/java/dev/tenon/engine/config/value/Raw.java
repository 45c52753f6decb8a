package dev.tenon.engine.config.value;

import java.util.List;

/// A value as it was written, before a [Type] makes sense of it. Lines count from 1; 0 means that
/// the value did not come from a file.
public sealed interface Raw {
  int line();

  /// The value in a message: what a person would recognise.
  String kind();

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
