package dev.tenon.engine.config.value;

import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleException;
import dev.tenon.core.permission.Verdict;
import dev.tenon.engine.problem.Nearest;
import dev.tenon.engine.problem.QuotedValue;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/// What values a setting takes: how one is written, what is allowed, how it is shown, and what the
/// program gets of it.
///
/// @param <T> what the program gets
public sealed interface Type<T> {

  /// Checks a value as it was written.
  Value parse(Raw raw) throws Refusal;

  /// What the program gets of a checked value of this type.
  T read(Value value);

  /// The value that reads as this.
  Value value(T content);

  /// What is allowed, for people: `0..20`.
  String allowed();

  /// The form a value of this type has on a command line or in the environment.
  default Raw raw(String text) {
    return new Raw.Text(text, 0);
  }

  /// The value as people may see it.
  default Value shown(Value value) {
    return value;
  }

  /// How far a value reaches, for comparing who grants more.
  default long rank(Value value) {
    throw new IllegalStateException("values of this type have no rank");
  }

  private static String scalar(Raw raw, Type<?> type) throws Refusal {
    if (raw instanceof Raw.Text text) {
      return text.text();
    }
    throw new Refusal("must be " + type.allowed() + ", was " + raw.kind());
  }

  private static Refusal refused(Type<?> type, String was) {
    return new Refusal("must be " + type.allowed() + ", was " + QuotedValue.of(was));
  }

  /// Values that are texts.
  sealed interface Textual extends Type<String> {
    @Override
    default String read(Value value) {
      return value.text();
    }

    @Override
    default Value value(String content) {
      return new Value.Text(content);
    }
  }

  /// Any text that is not empty.
  record Text(String allowed) implements Textual {
    @Override
    public Value parse(Raw raw) throws Refusal {
      String text = scalar(raw, this);
      if (text.isBlank()) {
        throw refused(this, text);
      }
      return new Value.Text(text.strip());
    }
  }

  /// Text that nobody may see again.
  record Secret() implements Textual {
    static final Value MASK = new Value.Text("****");

    @Override
    public Value parse(Raw raw) throws Refusal {
      String text = scalar(raw, this);
      if (text.isBlank()) {
        throw new Refusal("must not be empty");
      }
      return new Value.Text(text.strip());
    }

    @Override
    public String allowed() {
      return "text";
    }

    @Override
    public Value shown(Value value) {
      return MASK;
    }
  }

  /// The name of an environment variable.
  record Variable() implements Textual {
    @Override
    public Value parse(Raw raw) throws Refusal {
      String text = scalar(raw, this);
      boolean fits = !text.isEmpty() && !Character.isDigit(text.charAt(0));
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        fits &= c == '_' || (c < 128 && Character.isLetterOrDigit(c));
      }
      if (!fits) {
        // It may be the key itself, put in the wrong place, so it is not repeated.
        throw new Refusal("must be " + allowed() + "; put a key itself into apiKey");
      }
      return new Value.Text(text);
    }

    @Override
    public String allowed() {
      return "the name of an environment variable";
    }
  }

  /// An http or https address.
  record Url() implements Textual {
    @Override
    public Value parse(Raw raw) throws Refusal {
      String text = scalar(raw, this).strip();
      try {
        URI uri = new URI(text);
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if ((scheme.equals("http") || scheme.equals("https")) && uri.getHost() != null) {
          return new Value.Text(text);
        }
      } catch (URISyntaxException notAnAddress) {
        // Refused below, like an address of another kind.
      }
      throw refused(this, withoutUser(text));
    }

    @Override
    public String allowed() {
      return "an http or https address";
    }

    @Override
    public Value shown(Value value) {
      return new Value.Text(withoutUser(value.text()));
    }

    /// Name and password in an address are secrets, and so is its query.
    private static String withoutUser(String address) {
      int query = address.indexOf('?');
      String open = query < 0 ? address : address.substring(0, query) + "?****";
      int start = open.indexOf("//") + 2;
      int at = open.lastIndexOf('@');
      return start >= 2 && at >= start
          ? open.substring(0, start) + "****" + open.substring(at)
          : open;
    }
  }

  /// A path on the host of an address, perhaps with a query: `/v2/chat?version=1`.
  record UrlPath() implements Textual {
    @Override
    public Value parse(Raw raw) throws Refusal {
      String text = scalar(raw, this).strip();
      // The place of the model's name is the one thing that an address could not hold.
      String plain = text.replace("{model}", "model");
      boolean fits = text.startsWith("/") && !text.startsWith("//") && plain.indexOf('#') < 0;
      try {
        new URI("http://host".concat(plain));
      } catch (URISyntaxException malformed) {
        fits = false;
      }
      if (!fits) {
        throw refused(this, text);
      }
      return new Value.Text(text);
    }

    @Override
    public String allowed() {
      return "a path that begins with /";
    }
  }

  /// A whole number in a range, perhaps with a unit (`30s`, `720KB`).
  sealed interface Whole<N> extends Type<N> {
    long min();

    long max();

    Unit unit();

    @Override
    default Value parse(Raw raw) throws Refusal {
      String text = scalar(raw, this);
      long number = unit().read(text);
      if (number < min() || number > max()) {
        throw refused(this, text);
      }
      return new Value.Whole(number);
    }

    @Override
    default String allowed() {
      return min() + ".." + max();
    }

    @Override
    default long rank(Value value) {
      return ((Value.Whole) value).number();
    }
  }

  /// A whole number that fits into an `int`.
  record Int(long min, long max, Unit unit) implements Whole<Integer> {
    @Override
    public Integer read(Value value) {
      return Math.toIntExact(((Value.Whole) value).number());
    }

    @Override
    public Value value(Integer content) {
      return new Value.Whole(content);
    }
  }

  /// A whole number of any size.
  record Count(long min, long max, Unit unit) implements Whole<Long> {
    @Override
    public Long read(Value value) {
      return ((Value.Whole) value).number();
    }

    @Override
    public Value value(Long content) {
      return new Value.Whole(content);
    }
  }

  /// A number that is not negative.
  record Amount() implements Type<Double> {
    @Override
    public Double read(Value value) {
      return ((Value.Decimal) value).number();
    }

    @Override
    public Value value(Double content) {
      return new Value.Decimal(content);
    }

    @Override
    public Value parse(Raw raw) throws Refusal {
      String text = scalar(raw, this);
      try {
        double number = Double.parseDouble(text);
        if (number >= 0 && number < 1e9) {
          return new Value.Decimal(number);
        }
      } catch (NumberFormatException notANumber) {
        // Refused below, like a number out of range.
      }
      throw refused(this, text);
    }

    @Override
    public String allowed() {
      return "a number from 0 on";
    }
  }

  record Flag() implements Type<Boolean> {
    @Override
    public Boolean read(Value value) {
      return ((Value.Flag) value).on();
    }

    @Override
    public Value value(Boolean content) {
      return new Value.Flag(content);
    }

    @Override
    public Value parse(Raw raw) throws Refusal {
      String text = scalar(raw, this);
      if (text.equalsIgnoreCase("true")) {
        return new Value.Flag(true);
      }
      if (text.equalsIgnoreCase("false")) {
        return new Value.Flag(false);
      }
      throw refused(this, text);
    }

    @Override
    public String allowed() {
      return "true or false";
    }

    @Override
    public long rank(Value value) {
      return ((Value.Flag) value).on() ? 1 : 0;
    }
  }

  /// One of a few words.
  ///
  /// @param order the words from the least to the most that they grant
  /// @param constants what each word stands for, in the order of the words
  record Choice<T>(List<String> words, List<String> order, List<T> constants) implements Type<T> {
    /// Words that stand for themselves.
    public static Choice<String> of(List<String> words) {
      return new Choice<>(words, words, words);
    }

    /// The constants of an enum by their names: `COOLDOWN_EXPIRY` is `cooldown-expiry`.
    public static <E extends Enum<E>> Choice<E> of(E[] constants) {
      List<String> words = words(constants);
      return new Choice<>(words, words, List.of(constants));
    }

    public static List<String> words(Enum<?>[] constants) {
      var words = new ArrayList<String>(constants.length);
      for (Enum<?> constant : constants) {
        words.add(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'));
      }
      return words;
    }

    @Override
    public T read(Value value) {
      return constants.get(words.indexOf(value.text()));
    }

    @Override
    public Value value(T content) {
      return new Value.Text(words.get(constants.indexOf(content)));
    }

    @Override
    public Value parse(Raw raw) throws Refusal {
      String text = scalar(raw, this);
      if (!words.contains(text)) {
        throw new Refusal(
            "must be " + allowed() + "; was " + QuotedValue.of(text) + Nearest.hint(text, words));
      }
      return new Value.Text(text);
    }

    @Override
    public String allowed() {
      return "one of " + String.join(", ", words);
    }

    @Override
    public long rank(Value value) {
      return order.indexOf(value.text());
    }
  }

  /// A list; a single item is a list of one. In the environment, commas separate.
  record Texts<T>(Type<T> item) implements Type<List<T>> {
    @Override
    public List<T> read(Value value) {
      List<String> texts = ((Value.Texts) value).texts();
      var items = new ArrayList<T>(texts.size());
      for (String text : texts) {
        items.add(item.read(new Value.Text(text)));
      }
      return Collections.unmodifiableList(items);
    }

    @Override
    public Value value(List<T> content) {
      var texts = new ArrayList<String>(content.size());
      for (T each : content) {
        texts.add(item.value(each).text());
      }
      return new Value.Texts(texts);
    }

    @Override
    public Value parse(Raw raw) throws Refusal {
      var texts = new ArrayList<String>();
      if (raw instanceof Raw.Items items) {
        for (Raw each : items.items()) {
          texts.add(item.parse(each).text());
        }
      } else {
        texts.add(item.parse(raw).text());
      }
      return new Value.Texts(texts);
    }

    @Override
    public Raw raw(String text) {
      return FlowList.items(text);
    }

    @Override
    public String allowed() {
      return "a list, each " + item.allowed();
    }
  }

  /// Rules about permissions. In the environment, commas outside of parentheses separate.
  record RuleTexts(Verdict effect) implements Type<List<Value.RuleTexts.Line>> {
    private static final Rule.Source NOWHERE = new Rule.Source(Rule.Source.Kind.USER, "");

    @Override
    public List<Value.RuleTexts.Line> read(Value value) {
      return ((Value.RuleTexts) value).lines();
    }

    @Override
    public Value value(List<Value.RuleTexts.Line> content) {
      return new Value.RuleTexts(content);
    }

    @Override
    public Value parse(Raw raw) throws Refusal {
      var lines = new ArrayList<Value.RuleTexts.Line>();
      for (Raw each : raw instanceof Raw.Items items ? items.items() : List.of(raw)) {
        String text = scalar(each, this).strip();
        try {
          Rule.of(effect, text, NOWHERE);
        } catch (RuleException wrong) {
          throw new Refusal("holds a rule that cannot be read: " + wrong.getMessage(), each.line());
        }
        lines.add(new Value.RuleTexts.Line(text, each.line()));
      }
      return new Value.RuleTexts(lines);
    }

    @Override
    public Raw raw(String text) {
      return FlowList.items(text);
    }

    @Override
    public String allowed() {
      return "a list of rules such as bash(git status)";
    }
  }

  /// Lists and mappings as they are written, of which somebody else makes sense.
  record Tree(String allowed) implements Type<Raw> {
    @Override
    public Raw read(Value value) {
      return ((Value.Tree) value).raw();
    }

    @Override
    public Value value(Raw content) {
      return new Value.Tree(content);
    }

    @Override
    public Value parse(Raw raw) {
      return new Value.Tree(raw);
    }
  }

  /// The name of a file, without a folder.
  record FileName() implements Textual {
    @Override
    public Value parse(Raw raw) throws Refusal {
      String text = scalar(raw, this);
      boolean path =
          text.isBlank()
              || text.equals(".")
              || text.equals("..")
              || text.indexOf('/') >= 0
              || text.indexOf('\\') >= 0
              || text.indexOf('\0') >= 0;
      if (path) {
        throw refused(this, text);
      }
      return new Value.Text(text);
    }

    @Override
    public String allowed() {
      return "a file name without a folder";
    }
  }
}
