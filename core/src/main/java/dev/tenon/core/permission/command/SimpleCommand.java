package dev.tenon.core.permission.command;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A simple command: variables that are set, a program with its arguments, files that it reads and
/// writes. Loops and groups leave one without words for the variables and files of their own.
///
/// @param around what is known of where it runs; null where nothing is
/// @param scope the shell that runs it; null where that is the one of the command around it
public record SimpleCommand(
    List<Assignment> assignments,
    List<Word> words,
    List<Redirect> redirects,
    @Nullable Around around,
    @Nullable Scope scope) {
  public SimpleCommand {
    assignments = List.copyOf(assignments);
    words = List.copyOf(words);
    redirects = List.copyOf(redirects);
  }

  public SimpleCommand(List<Assignment> assignments, List<Word> words, List<Redirect> redirects) {
    this(assignments, words, redirects, null, null);
  }

  /// The same command, with what is known of where it runs.
  SimpleCommand within(Around known) {
    return new SimpleCommand(assignments, words, redirects, known, scope);
  }

  /// What is known of where a command runs.
  ///
  /// @param input the simple command whose output it reads, if that is one
  /// @param atStart whether no command before it can have changed the folder
  /// @param folder the folder that it certainly runs in, as it was told to `cd` right before; empty
  ///   when that is not known
  public record Around(@Nullable SimpleCommand input, boolean atStart, String folder) {}

  /// A shell or a subshell: a change of folder in it is not seen outside. One object for each.
  public static final class Scope {
    private final @Nullable Scope outer;

    Scope(@Nullable Scope outer) {
      this.outer = outer;
    }

    public @Nullable Scope outer() {
      return outer;
    }
  }

  /// A variable that is set.
  public record Assignment(String name, Word value) {}

  /// A redirect.
  ///
  /// @param target the file, the descriptor, or the text that is read
  public record Redirect(Kind kind, Word target) {

    /// What a redirect does.
    public enum Kind {
      READ,
      WRITE,
      /// Both ways, `<>`.
      BOTH,
      /// Another name of an open descriptor.
      DUPLICATE,
      /// Text from the command line itself: a heredoc or a here-string.
      TEXT
    }
  }

  static SimpleCommand of(List<Word> words) {
    return new SimpleCommand(List.of(), words, List.of());
  }

  /// The program's name as it is written; empty when there is none.
  public String name() {
    return words.isEmpty() ? "" : words.getFirst().text();
  }

  /// How much work it is to judge, in steps of an [Effort].
  public int weight() {
    int weight = 6;
    for (Word word : words) {
      weight += 1 + word.text().length() / 32;
    }
    for (Redirect redirect : redirects) {
      weight += 1 + redirect.target().text().length() / 32;
    }
    return weight;
  }

  /// The command on one line, as people can read it.
  public String shown() {
    var out = new StringBuilder();
    for (Assignment each : assignments) {
      out.append(out.isEmpty() ? "" : " ");
      out.append(each.name()).append('=').append(quoted(each.value()));
    }
    for (Word word : words) {
      out.append(out.isEmpty() ? "" : " ").append(quoted(word));
    }
    return out.toString();
  }

  public static String quoted(Word word) {
    String shown = word.shown();
    boolean plain = !shown.isEmpty();
    for (int i = 0; i < shown.length(); i++) {
      char c = shown.charAt(i);
      plain &= c > ' ' && "'\"\\;&|<>()`".indexOf(c) < 0;
    }
    return plain ? shown : "'" + shown.replace("'", "'\\''") + "'";
  }
}
