package dev.tenon.cli.terminal.input;

import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/// What a key does in a [Picker] beyond moving and choosing.
///
/// @param key as it comes from the keyboard
/// @param name of the key, for people: `Ctrl-D`
/// @param label what it does, for the footer: one or two words
/// @param <T> what is picked from
public record PickerAction<T>(Key key, String name, String label, Effect<T> effect) {

  /// What happens then. What an effect answers is shown until the next key; empty for nothing.
  public sealed interface Effect<T> {
    /// At once, whatever is marked.
    record Always<T>(Supplier<String> run) implements Effect<T> {}

    /// At once, with the marked item.
    record Run<T>(Function<T, String> run) implements Effect<T> {}

    /// After a yes.
    ///
    /// @param question without what to press
    record Confirm<T>(Function<T, String> question, Function<T, String> run) implements Effect<T> {}

    /// With a text that is asked for.
    ///
    /// @param label what the text is
    /// @param start what stands there first
    /// @param apply takes the text, or answers why not, which keeps the question open
    record Ask<T>(
        Function<T, String> label, Function<T, String> start, BiFunction<T, String, Answer> apply)
        implements Effect<T> {}

    /// Leaves the picker with the marked item; [Picker#leftBy] tells that it was this one.
    record Leave<T>() implements Effect<T> {}
  }

  /// What came of a text.
  ///
  /// @param taken whether the question is over
  /// @param notice what to say
  public record Answer(boolean taken, String notice) {
    public static Answer taken(String notice) {
      return new Answer(true, notice);
    }

    public static Answer refused(String why) {
      return new Answer(false, why);
    }
  }

  /// Ctrl with a letter.
  public static <T> PickerAction<T> control(char letter, String label, Effect<T> effect) {
    return new PickerAction<>(
        new Key.Chord(Key.Modifier.CONTROL, letter),
        "Ctrl-" + Character.toUpperCase(letter),
        label,
        effect);
  }

  /// The Tab key.
  public static <T> PickerAction<T> tab(String label, Effect<T> effect) {
    return new PickerAction<>(Key.Named.TAB, "Tab", label, effect);
  }
}
