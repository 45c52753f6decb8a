package dev.tenon.engine.config;

import dev.tenon.core.permission.Verdict;
import dev.tenon.engine.config.Setting.Guard;
import dev.tenon.engine.config.value.Type;
import dev.tenon.engine.config.value.Unit;
import dev.tenon.engine.config.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Settings that belong together, in the order in which they are declared:
///
/// ```java
/// static final Setting<Integer> MAX_STEPS =
///     TOPIC.integer("maxSteps", 1, 10_000).byDefault(50).notMore().doc("Model turns of a prompt");
/// ```
///
/// A declaration is known to the program as soon as it has its documentation. One topic is filled
/// by the static initialiser of one class, and never afterwards.
final class Topic {
  private final String title;
  private final String introduction;
  private final List<Setting<?>> settings = new ArrayList<>();

  /// @param introduction for the reference page, in Markdown; may be empty
  Topic(String title, String introduction) {
    this.title = title;
    this.introduction = introduction;
  }

  String title() {
    return title;
  }

  String introduction() {
    return introduction;
  }

  List<Setting<?>> settings() {
    return Collections.unmodifiableList(settings);
  }

  Declaration<Boolean> flag(String key) {
    return of(key, new Type.Flag());
  }

  Declaration<Integer> integer(String key, int min, int max) {
    return integer(key, min, max, Unit.COUNT);
  }

  Declaration<Integer> integer(String key, int min, int max, Unit unit) {
    return of(key, new Type.Int(min, max, unit));
  }

  Declaration<Long> count(String key, long min, long max, Unit unit) {
    return of(key, new Type.Count(min, max, unit));
  }

  Declaration<String> text(String key, String allowed) {
    return of(key, new Type.Text(allowed));
  }

  /// A text that is never shown.
  Declaration<String> secret(String key) {
    return of(key, new Type.Secret());
  }

  /// One of a few words.
  Declaration<String> word(String key, String... words) {
    return of(key, Type.Choice.of(List.of(words)));
  }

  /// One of the constants, by its name; they are ranked in their order.
  <E extends Enum<E>> Declaration<E> constant(String key, E[] constants) {
    return of(key, Type.Choice.of(constants));
  }

  <E> Declaration<List<E>> list(String key, Type<E> item) {
    return of(key, new Type.Texts<>(item));
  }

  /// Rules about permissions.
  Declaration<List<Value.RuleTexts.Line>> rules(String key, Verdict effect) {
    return of(key, new Type.RuleTexts(effect)).byDefault(List.of());
  }

  <E> Declaration<E> of(String key, Type<E> type) {
    return new Declaration<>(key, type);
  }

  /// A setting that is being declared. Unless something else is said, it is none of a project's
  /// business.
  final class Declaration<T> {
    private final String key;
    private final Type<T> type;
    private @Nullable Value preset;
    private Guard guard = Guard.CLOSED;

    private Declaration(String key, Type<T> type) {
      this.key = key;
      this.type = type;
    }

    Declaration<T> byDefault(T content) {
      preset = type.value(content);
      return this;
    }

    /// A project may set it.
    Declaration<T> free() {
      guard = Guard.FREE;
      return this;
    }

    /// A project may set it to what grants no more than the user does.
    Declaration<T> notMore() {
      guard = Guard.NOT_MORE;
      return this;
    }

    /// A project may add to the list of the user.
    Declaration<T> adding() {
      guard = Guard.ADDING;
      return this;
    }

    /// A project may choose models of the user's provider.
    Declaration<T> sameProvider() {
      guard = Guard.SAME_PROVIDER;
      return this;
    }

    /// A project may not set it, whatever the user consents to.
    Declaration<T> never() {
      guard = Guard.NEVER;
      return this;
    }

    /// Ends the declaration.
    ///
    /// @param description for people: a phrase without a full stop
    Setting<T> doc(String description) {
      var setting = new Setting<T>(key, type, preset, guard, description);
      settings.add(setting);
      return setting;
    }
  }
}
