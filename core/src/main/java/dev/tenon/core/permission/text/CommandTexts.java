package dev.tenon.core.permission.text;

import dev.tenon.core.permission.command.SimpleCommand;
import dev.tenon.core.permission.command.Word;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// The ways in which a command may be written: what patterns over text are compared with.
public final class CommandTexts {
  private static final int LONGEST_PIPE = 8;

  private CommandTexts() {}

  /// A whole line, also with its blanks and line breaks as one blank each.
  public static List<String> of(String line) {
    String text = line.strip();
    String narrow = text.replaceAll("\\s+", " ");
    return narrow.equals(text) ? List.of(text) : List.of(text, narrow);
  }

  /// A simple command: with and without quotes, the folder of its program, the variables that it
  /// gets, its redirects, and what it reads from a pipe.
  public static List<String> of(SimpleCommand simple) {
    var plain = new LinkedHashSet<String>();
    for (List<Word> words : Word.variants(simple.words())) {
      var shown = new ArrayList<String>();
      words.forEach(word -> shown.add(word.shown()));
      plain.add(String.join(" ", shown));
      if (!shown.isEmpty()) {
        String program = shown.getFirst();
        shown.set(0, program.substring(program.lastIndexOf('/') + 1));
        plain.add(String.join(" ", shown));
      }
    }
    var all = new LinkedHashSet<String>(plain);
    all.add(simple.shown());
    all.add(written(simple));
    all.add(sure(simple));
    if (!simple.redirects().isEmpty()) {
      for (String each : List.copyOf(all)) {
        all.add(each + redirects(simple, " > "));
        all.add(each + redirects(simple, " >> "));
      }
    }
    for (String before : piped(simple)) {
      plain.forEach(each -> all.add(before + each));
    }
    return List.copyOf(all);
  }

  private static String written(SimpleCommand simple) {
    var out = new StringBuilder();
    for (Word word : simple.words()) {
      out.append(out.isEmpty() ? "" : " ");
      out.append(word.source().isEmpty() ? SimpleCommand.quoted(word) : word.source());
    }
    return out.toString();
  }

  /// Without the words that may come to nothing, such as the last of `xargs rm`.
  private static String sure(SimpleCommand simple) {
    var sure = new ArrayList<String>();
    for (Word word : simple.words()) {
      if (!word.text().equals(String.valueOf(Word.ANYTHING))) {
        sure.add(word.shown());
      }
    }
    return String.join(" ", sure);
  }

  private static String redirects(SimpleCommand simple, String writes) {
    var out = new StringBuilder();
    for (SimpleCommand.Redirect each : simple.redirects()) {
      String sign =
          switch (each.kind()) {
            case READ -> " < ";
            case WRITE -> writes;
            case BOTH -> " <> ";
            case TEXT -> " <<< ";
            case DUPLICATE -> "";
          };
      out.append(sign).append(sign.isEmpty() ? "" : each.target().shown());
    }
    return out.toString();
  }

  /// The last, the last two and so on of the commands in front of it in its pipe.
  private static List<String> piped(SimpleCommand simple) {
    var all = new ArrayList<String>();
    String after = "";
    SimpleCommand at = simple;
    for (int i = 0; i < LONGEST_PIPE; i++) {
      SimpleCommand.Around around = at.around();
      SimpleCommand input = around == null ? null : around.input();
      if (input == null) {
        return all;
      }
      var words = new ArrayList<String>();
      input.words().forEach(word -> words.add(word.shown()));
      after = String.join(" ", words) + " | " + after;
      all.add(after);
      at = input;
    }
    return all;
  }
}
