package dev.tenon.cli.args;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One word of a command that is not an option, by its place.
///
/// @param choices the allowed words; empty when any word will do
/// @param unless an option that makes a required operand needless, like `--list`
public record Operand(
    String name, Need need, List<String> choices, @Nullable Option unless, String description) {

  /// How many words stand in this place. Only the last operand may be [#REPEATED].
  public enum Need {
    REQUIRED,
    OPTIONAL,
    REPEATED
  }

  public static Operand required(String name, String description) {
    return new Operand(name, Need.REQUIRED, List.of(), null, description);
  }

  public static Operand optional(String name, String description) {
    return new Operand(name, Need.OPTIONAL, List.of(), null, description);
  }

  public static Operand repeated(String name, String description) {
    return new Operand(name, Need.REPEATED, List.of(), null, description);
  }

  public Operand oneOf(List<String> words) {
    return new Operand(name, need, words, unless, description);
  }

  public Operand unless(Option option) {
    return new Operand(name, need, choices, option, description);
  }

  /// The operand as a usage line shows it.
  String usage() {
    return switch (need) {
      case REQUIRED -> unless == null ? name : "[" + name + "]";
      case OPTIONAL -> "[" + name + "]";
      case REPEATED -> "[" + name + "…]";
    };
  }
}
