package dev.tenon.core.permission.command;

import dev.tenon.core.permission.program.Reading;
import dev.tenon.core.permission.program.Variables;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// The proof from its words that a call changes nothing. What is not understood completely is not
/// proven.
public final class ReadOnly {
  private static final int DEEPEST = 8;

  private ReadOnly() {}

  /// Whether the call changes no file, wherever the files are that it reads.
  public static boolean looks(Call call) {
    return files(call).isPresent();
  }

  /// The words that name files which the call reads, with those that it runs in turn, if it
  /// provably does nothing else; empty when that cannot be proven.
  public static Optional<List<Word>> files(Call call) {
    return files(call, 0);
  }

  private static Optional<List<Word>> files(Call call, int depth) {
    if (call.words().isEmpty() || depth > DEEPEST || !call.concerns().isEmpty()) {
      return Optional.empty();
    }
    String name = program(call.words().getFirst());
    // Elsewhere may be another repository, whose configuration names programs.
    boolean elsewhere = call.around() == null || !call.around().atStart();
    if (name.isEmpty()
        || (elsewhere && name.equals("git") && !call.words().getLast().is("--version"))) {
      return Optional.empty();
    }
    Optional<List<Word>> inner = inner(call, depth);
    if (inner.isEmpty()) {
      return Optional.empty();
    }
    var files = new LinkedHashSet<Word>(inner.get());
    if (call.role() != Call.Role.TRANSPARENT) {
      for (List<Word> words : Word.variants(call.words())) {
        Optional<List<Word>> own = Reading.files(name, words);
        if (own.isEmpty()) {
          return Optional.empty();
        }
        own.get().forEach(word -> files.add(placed(word, call)));
      }
    }
    return Optional.of(List.copyOf(files));
  }

  /// The name of a program that is found by its name, or lies in a folder of the system.
  private static String program(Word first) {
    if (!first.constant()) {
      return "";
    }
    String text = first.text();
    int slash = text.lastIndexOf('/');
    if (slash < 0) {
      return text;
    }
    return switch (text.substring(0, slash)) {
      case "/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin" -> text.substring(slash + 1);
      default -> "";
    };
  }

  /// What is read by the commands that it runs in turn.
  private static Optional<List<Word>> inner(Call call, int depth) {
    var files = new ArrayList<Word>();
    for (SimpleCommand each : call.inner()) {
      // Its files would be looked for in the wrong folder.
      boolean moves = each.name().equals("cd") && call.inner().size() > 1;
      if (moves || writes(each) || each.words().isEmpty()) {
        return Optional.empty();
      }
      SimpleCommand.Around around = call.around();
      SimpleCommand placed = around == null ? each : each.within(around);
      Optional<List<Word>> read = files(Calls.of(placed, depth + 1), depth + 1);
      if (read.isEmpty()) {
        return Optional.empty();
      }
      files.addAll(read.get());
      for (SimpleCommand.Redirect redirect : each.redirects()) {
        if (redirect.kind() == SimpleCommand.Redirect.Kind.READ) {
          files.add(redirect.target());
        }
      }
    }
    return Optional.of(files);
  }

  private static boolean writes(SimpleCommand simple) {
    for (SimpleCommand.Redirect redirect : simple.redirects()) {
      boolean reads =
          redirect.kind() == SimpleCommand.Redirect.Kind.READ
              || redirect.kind() == SimpleCommand.Redirect.Kind.TEXT
              || redirect.kind() == SimpleCommand.Redirect.Kind.DUPLICATE;
      if (!reads && !redirect.target().is("/dev/null")) {
        return true;
      }
    }
    for (SimpleCommand.Assignment each : simple.assignments()) {
      if (!Variables.harmless(each.name())) {
        return true;
      }
    }
    return false;
  }

  /// A file as it is named from the folder where the command line begins.
  private static Word placed(Word word, Call call) {
    SimpleCommand.Around around = call.around();
    String text = word.text();
    boolean absolute = text.startsWith("/") || text.startsWith(String.valueOf(Word.HOME));
    return around == null || around.folder().isEmpty() || absolute
        ? word
        : new Word(around.folder() + "/" + text, false, word.quoted());
  }
}
