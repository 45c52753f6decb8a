package dev.tenon.protocols.mcp.client;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import java.math.BigDecimal;
import java.net.URI;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A form that a server shows: flat, with fields of a few kinds, as `requestedSchema` says.
///
/// @param message what the server says above it
public record ElicitForm(String message, List<Field> fields) {
  private static final int MOST_FIELDS = 50;

  /// In texts whose words stand apart, in small letters.
  private static final Set<String> SECRET_WORDS =
      Set.of(
          "password",
          "passwd",
          "passphrase",
          "passcode",
          "secret",
          "token",
          "apikey",
          "api key",
          "accesskey",
          "access key",
          "private key",
          "privatekey",
          "credential",
          "pin code",
          "one time code",
          "cvv",
          "credit card");

  private static final Pattern KEY = Pattern.compile("\\b(key|keys|pin|otp)\\b");
  private static final Pattern APART = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|[^\\p{L}\\p{N}]+");

  public ElicitForm {
    fields = List.copyOf(fields);
  }

  /// What a field takes.
  public enum Kind {
    TEXT,
    NUMBER,
    INTEGER,
    FLAG,
    ONE_OF,
    SEVERAL_OF
  }

  /// One field.
  ///
  /// @param values what can be chosen, as it is sent
  /// @param titles the same as it is shown
  /// @param preset what it is unless somebody says otherwise, or null
  public record Field(
      String name,
      String title,
      String description,
      Kind kind,
      List<String> values,
      List<String> titles,
      boolean required,
      @Nullable Json preset,
      Json.Obj schema) {

    /// What a person typed, as a value.
    ///
    /// @throws IllegalArgumentException with what is wrong, for the person
    public Json value(String typed) {
      String text = typed.strip();
      return switch (kind) {
        case TEXT -> text(text);
        case NUMBER, INTEGER -> number(text);
        case FLAG ->
            switch (text.toLowerCase(Locale.ROOT)) {
              case "y", "yes", "true", "on", "1" -> new Json.Bool(true);
              case "n", "no", "false", "off", "0" -> new Json.Bool(false);
              default -> throw new IllegalArgumentException("must be yes or no");
            };
        case ONE_OF -> Json.of(chosen(text));
        case SEVERAL_OF -> {
          var chosen = new ArrayList<String>();
          if (meant(text) >= 0) {
            chosen.add(chosen(text));
          } else {
            for (String each : text.split(",", -1)) {
              if (!each.isBlank()) {
                chosen.add(chosen(each.strip()));
              }
            }
          }
          yield several(chosen);
        }
      };
    }

    private Field suggesting(Json value) {
      return new Field(name, title, description, kind, values, titles, required, value, schema);
    }

    /// Whether a value is one that this field takes.
    boolean takes(Json value) {
      try {
        return switch (kind) {
          case TEXT -> value instanceof Json.Str given && text(given.value()).equals(given);
          case NUMBER, INTEGER -> value instanceof Json.Num given && isNumber(given);
          case FLAG -> value instanceof Json.Bool;
          case ONE_OF -> value instanceof Json.Str given && values.contains(given.value());
          case SEVERAL_OF -> value instanceof Json.Arr given && areChosen(given.items());
        };
      } catch (IllegalArgumentException wrong) {
        return false;
      }
    }

    private boolean isNumber(Json.Num given) {
      Json ignored = number(given.text());
      return true;
    }

    private boolean areChosen(List<Json> given) {
      var chosen = new ArrayList<String>();
      for (Json each : given) {
        if (!(each instanceof Json.Str one) || !values.contains(one.value())) {
          return false;
        }
        chosen.add(one.value());
      }
      Json ignored = several(chosen);
      return true;
    }

    /// What a person chose, as a value.
    ///
    /// @param chosen some of the titles, word for word
    /// @throws IllegalArgumentException with what is wrong, for the person
    public Json picked(List<String> chosen) {
      var picked = new ArrayList<String>();
      for (String title : chosen) {
        int place = titles.indexOf(title);
        if (place < 0) {
          return value(String.join(",", chosen));
        }
        picked.add(values.get(place));
      }
      return kind == Kind.SEVERAL_OF ? several(picked) : Json.of(picked.getFirst());
    }

    private Json several(List<String> chosen) {
      bounded(chosen.size(), "minItems", "maxItems", "choices");
      return Json.strings(chosen);
    }

    private Json text(String text) {
      bounded(text.length(), "minLength", "maxLength", "characters");
      try {
        switch (schema.string("format", "")) {
          case "email" -> require(text.matches("[^@\\s]+@[^@\\s]+"), "an address of mail");
          case "uri" -> require(URI.create(text).getScheme() != null, "an address");
          case "date" -> LocalDate.parse(text);
          case "date-time" -> OffsetDateTime.parse(text);
          default -> {
            // Others are not known here; the server checks them.
          }
        }
      } catch (DateTimeException wrong) {
        throw new IllegalArgumentException("must be a " + schema.string("format"), wrong);
      }
      return Json.of(text);
    }

    private static void require(boolean met, String what) {
      if (!met) {
        throw new IllegalArgumentException("must be " + what);
      }
    }

    private Json number(String text) {
      String pattern = kind == Kind.INTEGER ? "-?[0-9]{1,15}" : "-?[0-9]{1,15}(\\.[0-9]{1,15})?";
      require(text.matches(pattern), kind == Kind.INTEGER ? "a whole number" : "a number");
      double value = Double.parseDouble(text);
      require(
          value >= schema.decimal("minimum", Double.NEGATIVE_INFINITY),
          "at least " + schema.get("minimum"));
      require(
          value <= schema.decimal("maximum", Double.POSITIVE_INFINITY),
          "at most " + schema.get("maximum"));
      // As JSON writes it, without zeros before it.
      return new Json.Num(new BigDecimal(text).toPlainString());
    }

    private void bounded(long count, String least, String most, String what) {
      require(count >= schema.number(least, 0), "at least " + schema.get(least) + " " + what);
      require(
          count <= schema.number(most, Long.MAX_VALUE), "at most " + schema.get(most) + " " + what);
    }

    private String chosen(String text) {
      int place = meant(text);
      if (place < 0) {
        throw new IllegalArgumentException("must be one of " + String.join(", ", titles));
      }
      return values.get(place);
    }

    /// The place of what was typed: its value, else its title, else either in other capitals, and
    /// only at last a number that counts from 1; -1 where nothing can be meant. What says exactly
    /// one thing never means another.
    private int meant(String text) {
      int[] places = {
        values.indexOf(text),
        titles.indexOf(text),
        place(values, text),
        place(titles, text),
        text.matches("[1-9][0-9]{0,3}") && Integer.parseInt(text) <= values.size()
            ? Integer.parseInt(text) - 1
            : -1
      };
      for (int place : places) {
        if (place >= 0) {
          return place;
        }
      }
      return -1;
    }

    private static int place(List<String> all, String text) {
      for (int i = 0; i < all.size(); i++) {
        if (all.get(i).equalsIgnoreCase(text)) {
          return i;
        }
      }
      return -1;
    }

    /// Whether it asks for something that no server should get this way.
    public boolean isSecret() {
      return schema.string("format", "").equals("password")
          || KEY.matcher(apart(name + " " + title)).find()
          || speaksOfSecrets(name + " " + title + " " + description);
    }
  }

  private static boolean speaksOfSecrets(String text) {
    String plain = visible(text).toLowerCase(Locale.ROOT);
    String words = apart(text);
    return SECRET_WORDS.stream().anyMatch(each -> plain.contains(each) || words.contains(each));
  }

  /// Without what would hide a word from us and from nobody else.
  private static String visible(String text) {
    var seen = new StringBuilder(text.length());
    text.codePoints()
        .filter(c -> Character.getType(c) != Character.FORMAT)
        .forEach(seen::appendCodePoint);
    return seen.toString();
  }

  /// The words of a text, whatever stands between them.
  private static String apart(String text) {
    return APART.matcher(visible(text)).replaceAll(" ").toLowerCase(Locale.ROOT);
  }

  /// Reads the parameters of `elicitation/create`.
  ///
  /// @throws RpcException when it is no form
  public static ElicitForm of(Json.Obj params) throws RpcException {
    String mode = params.string("mode", "form");
    if (!mode.equals("form") && !mode.equals("url")) {
      throw RpcException.invalidParams(
          "'" + mode + "' is no mode of elicitation that is known here");
    }
    Json.Obj schema = params.objectOrEmpty("requestedSchema");
    var required = new ArrayList<String>();
    for (Json each : schema.array("required")) {
      if (each instanceof Json.Str name) {
        required.add(name.value());
      }
    }
    var fields = new ArrayList<Field>();
    for (Map.Entry<String, Json> each : schema.objectOrEmpty("properties").members().entrySet()) {
      if (!(each.getValue() instanceof Json.Obj property) || fields.size() >= MOST_FIELDS) {
        throw RpcException.invalidParams("the form has a field that is none, or too many");
      }
      fields.add(field(each.getKey(), property, required.contains(each.getKey())));
    }
    return new ElicitForm(params.string("message", ""), fields);
  }

  private static Field field(String name, Json.Obj schema, boolean required) throws RpcException {
    var values = new ArrayList<String>();
    var titles = new ArrayList<String>();
    Json.Obj items = schema.objectOrEmpty("items");
    Json.Obj choices = schema.string("type", "").equals("array") ? items : schema;
    for (Json each : choices.array("enum")) {
      if (each instanceof Json.Str value) {
        values.add(value.value());
        titles.add(value.value());
      }
    }
    List<Json> names = choices.array("enumNames");
    for (int i = 0; i < Math.min(names.size(), titles.size()); i++) {
      if (names.get(i) instanceof Json.Str title) {
        titles.set(i, title.value());
      }
    }
    for (String member : List.of("oneOf", "anyOf")) {
      for (Json.Obj each : choices.objects(member)) {
        String value = each.string("const");
        if (value != null) {
          values.add(value);
          titles.add(each.string("title", value));
        }
      }
    }
    for (int i = 0; i < titles.size(); i++) {
      if (titles.indexOf(titles.get(i)) < i) {
        // Two that are shown alike could not be chosen from.
        titles.set(i, titles.get(i) + " (" + values.get(i) + ")");
      }
    }
    Kind kind =
        switch (schema.string("type", "string")) {
          case "string" -> values.isEmpty() ? Kind.TEXT : Kind.ONE_OF;
          case "number" -> Kind.NUMBER;
          case "integer" -> Kind.INTEGER;
          case "boolean" -> Kind.FLAG;
          case "array" -> Kind.SEVERAL_OF;
          default ->
              throw RpcException.invalidParams(
                  "the field " + name + " is of a kind that forms lack");
        };
    var field =
        new Field(
            name,
            schema.string("title", name),
            schema.string("description", ""),
            kind,
            List.copyOf(values),
            List.copyOf(titles),
            required,
            null,
            schema);
    // What the form itself would not take is nothing to suggest.
    Json preset = schema.get("default");
    return preset != null && field.takes(preset) ? field.suggesting(preset) : field;
  }

  /// Whether one of the fields asks for a password or key, or the form does and has a field to type
  /// one into.
  public boolean asksForSecret() {
    return fields.stream().anyMatch(Field::isSecret)
        || (speaksOfSecrets(message) && fields.stream().anyMatch(each -> each.kind == Kind.TEXT));
  }

  /// The answer that the form itself suggests; a decline where something is missing, or where it
  /// asks for what nobody should give unasked.
  public Json.Obj byDefaults() {
    if (asksForSecret()) {
      return declined();
    }
    Map<String, Json> content = new LinkedHashMap<>();
    for (Field field : fields) {
      if (field.preset() != null) {
        content.put(field.name(), field.preset());
      } else if (field.required()) {
        return declined();
      }
    }
    return accepted(content);
  }

  public static Json.Obj accepted(Map<String, Json> content) {
    return Json.object().put("action", "accept").put("content", new Json.Obj(content)).build();
  }

  public static Json.Obj declined() {
    return Json.object().put("action", "decline").build();
  }

  public static Json.Obj cancelled() {
    return Json.object().put("action", "cancel").build();
  }
}
