package dev.tenon.cli.terminal.dialog;

import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.command.Call;
import dev.tenon.core.permission.command.Calls;
import dev.tenon.core.permission.command.FileUses;
import dev.tenon.core.permission.command.ReadOnly;
import dev.tenon.core.permission.command.Script;
import dev.tenon.core.permission.command.SimpleCommand;
import dev.tenon.core.permission.command.Word;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The files that a command would write and read, as far as its words name them. For people only:
/// nothing is decided by it.
///
/// @param written as they read after quoting is undone
public record TouchedFiles(Set<String> written, Set<String> read) {
  private static final int MOST = 20;
  private static final int DEEPEST = 4;

  /// A longer command is no list of a few names.
  private static final int LONGEST = 8_192;

  public static TouchedFiles of(Access access) {
    var found = new TouchedFiles(new LinkedHashSet<>(), new LinkedHashSet<>());
    if (access instanceof Access.Execute execute && execute.command().length() <= LONGEST) {
      for (SimpleCommand simple : Script.of(execute.command()).commands()) {
        found.add(simple, 0);
      }
    }
    return found;
  }

  /// A line for each kind of use that there is.
  public List<String> lines() {
    var lines = new ArrayList<String>();
    line("writes", written, lines);
    line("reads", read, lines);
    return lines;
  }

  private static void line(String does, Set<String> files, List<String> lines) {
    if (!files.isEmpty()) {
      List<String> names = files.stream().map(ApprovalWords::oneLine).toList();
      lines.add(does + ": " + String.join(", ", names));
    }
  }

  private void add(SimpleCommand simple, int depth) {
    for (SimpleCommand.Redirect redirect : simple.redirects()) {
      switch (redirect.kind()) {
        case READ -> put(redirect.target(), read);
        case WRITE -> put(redirect.target(), written);
        case BOTH -> {
          put(redirect.target(), read);
          put(redirect.target(), written);
        }
        case DUPLICATE, TEXT -> {}
      }
    }
    if (simple.words().isEmpty()) {
      return;
    }
    Call call = Calls.of(simple, depth);
    FileUses.written(call).forEach(word -> put(word, written));
    ReadOnly.files(call).orElse(List.of()).forEach(word -> put(word, read));
    if (depth < DEEPEST) {
      call.inner().forEach(inner -> add(inner, depth + 1));
    }
  }

  private static void put(Word word, Set<String> files) {
    if (files.size() < MOST && !word.text().isEmpty() && !word.text().equals("/dev/null")) {
      files.add(word.shown());
    }
  }
}
