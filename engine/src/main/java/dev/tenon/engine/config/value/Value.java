package dev.tenon.engine.config.value;

import dev.tenon.core.json.Json;
import java.util.List;

/// A checked value of a setting.
public sealed interface Value {
  String text();

  Json json();

  record Text(String text) implements Value {
    @Override
    public Json json() {
      return Json.of(text);
    }
  }

  record Whole(long number) implements Value {
    @Override
    public String text() {
      return Long.toString(number);
    }

    @Override
    public Json json() {
      return Json.of(number);
    }
  }

  record Decimal(double number) implements Value {
    @Override
    public String text() {
      return json().compact();
    }

    @Override
    public Json json() {
      return Json.of(number);
    }
  }

  record Flag(boolean on) implements Value {
    @Override
    public String text() {
      return Boolean.toString(on);
    }

    @Override
    public Json json() {
      return Json.of(on);
    }
  }

  /// Rules about permissions, each with the line it stands on.
  record RuleTexts(List<Line> lines) implements Value {
    public RuleTexts {
      lines = List.copyOf(lines);
    }

    /// One rule as it is written.
    public record Line(String text, int number) {}

    private List<String> texts() {
      var texts = new java.util.ArrayList<String>();
      for (Line line : lines) {
        texts.add(line.text());
      }
      return texts;
    }

    @Override
    public String text() {
      return String.join(", ", texts());
    }

    @Override
    public Json json() {
      return Json.strings(texts());
    }
  }

  /// Lists and mappings as they are written.
  record Tree(Raw raw) implements Value {
    @Override
    public String text() {
      return raw instanceof Raw.Text scalar ? scalar.text() : json().compact();
    }

    @Override
    public Json json() {
      return raw.json();
    }
  }

  record Texts(List<String> texts) implements Value {
    public Texts {
      texts = List.copyOf(texts);
    }

    @Override
    public String text() {
      return String.join(", ", texts);
    }

    @Override
    public Json json() {
      return Json.strings(texts);
    }
  }
}
