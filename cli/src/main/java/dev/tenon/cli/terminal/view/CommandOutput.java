package dev.tenon.cli.terminal.view;

import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import java.util.List;

/// What a command of the person's own prints, while it runs: escape sequences are dropped, and a
/// carriage return begins its line anew, as progress bars expect. Used by one thread at a time.
public final class CommandOutput {
  /// More of one line is printed as it is.
  private static final int LONGEST = 8_192;

  private final Page page;
  private final SafeText safeText = new SafeText();
  private final StringBuilder open = new StringBuilder();
  private boolean returned;

  /// Whether the line that is still written is not on the page yet.
  private boolean held;

  public CommandOutput(Page page) {
    this.page = page;
    this.held = page.reach() == Page.Reach.LIVE;
  }

  /// The next piece, as the command has written it.
  public void add(String piece) {
    for (int start = 0; start < piece.length(); ) {
      char c = piece.charAt(start);
      int end = start + 1;
      if (c == '\r') {
        returned = true;
      } else {
        while (c != '\n' && end < piece.length() && "\r\n".indexOf(piece.charAt(end)) < 0) {
          end++;
        }
        write(safeText.filter(piece.substring(start, end)));
      }
      start = end;
    }
    if (page.reach() == Page.Reach.LIVE) {
      String line = open.toString();
      page.unfinished(() -> line.isEmpty() ? List.of() : DisplayWidth.cut(line, page.columns()));
    }
  }

  /// @param text within a line, or its end
  private void write(String text) {
    if (text.equals("\n")) {
      returned = false;
      flush();
      page.print(text);
      held = page.reach() == Page.Reach.LIVE;
      return;
    }
    if (returned && !text.isEmpty()) {
      returned = false;
      anew();
    }
    if (!held) {
      page.print(text);
      return;
    }
    open.append(text);
    if (open.length() > LONGEST) {
      flush();
    }
  }

  /// Where nothing can be taken back, what stands there stays, and of the rest only the last is
  /// shown.
  private void anew() {
    open.setLength(0);
    if (!held) {
      page.freshLine();
      held = true;
    }
  }

  private void flush() {
    if (!open.isEmpty()) {
      if (page.reach() == Page.Reach.LIVE) {
        page.unfinished(List.of());
      }
      page.print(open.toString());
      open.setLength(0);
    }
  }

  /// The command has ended.
  public void end() {
    flush();
  }
}
