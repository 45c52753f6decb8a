package dev.tenon.cli.config;

import dev.tenon.core.json.Json;
import java.util.List;

/// A checked value of a setting.
sealed interface Value {
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
