package dev.tenon.cli.terminal.render;

import java.util.LinkedHashMap;
import java.util.Map;

/// The styles and the link that text has switched on and not yet off, so that something else can be
/// drawn in between.
public final class OpenStyles {
  private final Map<String, String> open = new LinkedHashMap<>();
  private String link = "";

  /// Follows a sequence of [Style] or [Links] in the text.
  public void note(String sequence) {
    if (sequence.startsWith("\033]")) {
      link = sequence.equals(Links.CLOSE) ? "" : sequence;
      return;
    }
    String off = KnownSequences.offOf(sequence);
    if (off != null) {
      // What comes later is on top, also when it was there before.
      open.remove(sequence);
      open.put(sequence, off);
    } else {
      open.values().removeIf(sequence::equals);
    }
  }

  /// Switches everything off for a moment.
  public String suspend() {
    return (link.isEmpty() ? "" : Links.CLOSE) + (open.isEmpty() ? "" : "\033[0m");
  }

  /// Switches everything off with the sequences of the styles themselves.
  public String close() {
    var off = new StringBuilder();
    open.values().forEach(each -> off.insert(0, off.indexOf(each) >= 0 ? "" : each));
    return off.append(link.isEmpty() ? "" : Links.CLOSE).toString();
  }

  /// Switches on again what [#suspend] or [#close] switched off.
  public String resume() {
    var on = new StringBuilder(link);
    open.keySet().forEach(on::append);
    return on.toString();
  }
}
