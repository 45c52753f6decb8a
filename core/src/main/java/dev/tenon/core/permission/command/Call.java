package dev.tenon.core.permission.command;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A program that a command line runs, with what is known of it.
///
/// @param words the program and its arguments
/// @param concerns what a permission for its words does not cover
/// @param inner the commands that it runs in turn, as far as its words tell
/// @param around what is known of where it runs; null where nothing is
public record Call(
    List<Word> words,
    Role role,
    List<Concern> concerns,
    List<SimpleCommand> inner,
    SimpleCommand.@Nullable Around around) {
  public Call {
    words = List.copyOf(words);
    concerns = List.copyOf(concerns);
    inner = List.copyOf(inner);
  }

  public Call(List<Word> words, Role role, List<Concern> concerns, List<SimpleCommand> inner) {
    this(words, role, concerns, inner, null);
  }

  /// The same call, with what is known of where it runs.
  Call within(SimpleCommand.@Nullable Around known) {
    return new Call(words, role, concerns, inner, known);
  }

  /// What the program is to those that it runs.
  public enum Role {
    /// Does something of its own.
    OWN,
    /// Does nothing but run them.
    TRANSPARENT,
    /// Runs them with other rights, or elsewhere.
    RAISING
  }

  /// Something that has to be asked even if the words are allowed.
  ///
  /// @param reason a phrase for people: `it sets PATH`
  public record Concern(Kind kind, String reason) {

    /// How much is known.
    public enum Kind {
      /// What will run cannot be known beforehand.
      UNKNOWN,
      /// It is known, and changes what runs or with which rights.
      RISK
    }

    static Concern unknown(String reason) {
      return new Concern(Kind.UNKNOWN, reason);
    }

    static Concern risk(String reason) {
      return new Concern(Kind.RISK, reason);
    }
  }

  public boolean unknown() {
    for (Concern concern : concerns) {
      if (concern.kind() == Concern.Kind.UNKNOWN) {
        return true;
      }
    }
    return false;
  }

  /// The program's name without its folder; empty when it is unknown.
  public String program() {
    if (words.isEmpty() || !words.getFirst().constant()) {
      return "";
    }
    String name = words.getFirst().text();
    return name.substring(name.lastIndexOf('/') + 1);
  }

  public String shown() {
    return new SimpleCommand(List.of(), words, List.of()).shown();
  }
}
