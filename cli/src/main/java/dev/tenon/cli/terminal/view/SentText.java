package dev.tenon.cli.terminal.view;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.engine.config.SettingsWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a person has sent, as it stays on the page: its beginning. What was pasted is known to who
/// pasted it, and the model has all of it. A key that was typed behind a command does not stay.
public final class SentText {
  private static final int LINES = 12;
  private static final int LONGEST = 4000;

  /// A command with what it is about, and behind that what may be a secret.
  private static final Pattern TOLD =
      Pattern.compile(
          "\\A(?<front>\\s*/(?:login\\s+\\S+|settings\\s+(?<key>\\S+))\\s+)(?<value>\\S.*)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private SentText() {}

  public static List<String> rows(String text, DisplayOptions look) {
    String sent = withoutSecret(text);
    var rows = new ArrayList<String>();
    String front = look.palette().paint(Style.PERSON, look.glyphs().person) + " ";
    int from = 0;
    while (from <= sent.length()) {
      int end = sent.indexOf('\n', from);
      end = end < 0 ? sent.length() : end;
      if (rows.size() == LINES && end < sent.length()) {
        long more = sent.substring(from).lines().count();
        rows.add("  " + look.palette().paint(Style.DIM, "[" + more + " more lines, sent whole]"));
        return rows;
      }
      String line = SafeText.visible(sent.substring(from, Math.min(end, from + LONGEST)));
      String cut = end > from + LONGEST ? look.glyphs().ellipsis : "";
      rows.add(front + look.palette().paint(Style.USER_MESSAGE_BG, line + cut));
      front = "  ";
      from = end + 1;
    }
    return rows;
  }

  private static String withoutSecret(String text) {
    Matcher told = TOLD.matcher(text);
    if (!told.matches()) {
      return text;
    }
    String key = told.group("key");
    return key == null || SettingsWriter.mayBeSecret(key, told.group("value"))
        ? told.group("front") + "(not shown)"
        : text;
  }
}
