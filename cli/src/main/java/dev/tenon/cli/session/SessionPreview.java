package dev.tenon.cli.session;

import dev.tenon.cli.terminal.input.PickerText;
import dev.tenon.cli.terminal.render.Amounts;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.session.EntryText;
import dev.tenon.core.session.SessionSummary;
import dev.tenon.core.session.Titles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a picker tells of a session before it is opened: what was said last, from the end of its
/// file, and how many messages it has. Never reads much: of a large file it tells the size.
final class SessionPreview {
  private static final int TAIL = 64 * 1024;
  private static final int COUNTED = 256 * 1024;
  private static final int SHOWN = 1200;
  private static final byte[] MESSAGE = "\"type\":\"message\"".getBytes(StandardCharsets.UTF_8);

  private final Map<Path, String> counts = new HashMap<>();

  void forget(Path file) {
    counts.remove(file);
  }

  /// `12 messages`, or the size of a file that is too large to count them.
  String size(SessionSummary session) {
    return counts.computeIfAbsent(session.file(), file -> counted(session));
  }

  private static String counted(SessionSummary session) {
    if (session.bytes() > COUNTED) {
      return Amounts.bytes(session.bytes());
    }
    try {
      return Amounts.count(count(Files.readAllBytes(session.file())), "message");
    } catch (IOException gone) {
      return "";
    }
  }

  private static int count(byte[] bytes) {
    int count = 0;
    for (int i = 0; i <= bytes.length - MESSAGE.length; i++) {
      int at = 0;
      while (at < MESSAGE.length && bytes[i + at] == MESSAGE[at]) {
        at++;
      }
      count += at == MESSAGE.length ? 1 : 0;
    }
    return count;
  }

  /// The last exchange, as far as the end of the file has it.
  static List<PickerText> of(SessionSummary session) {
    var lines = new ArrayList<PickerText>();
    lines.add(PickerText.bold(session.name()));
    lines.add(PickerText.dim(session.cwd()));
    String asked = null;
    String answered = null;
    for (Json.Obj entry : tail(session.file()).reversed()) {
      Json.Obj message = entry.object("message");
      if (message == null) {
        continue;
      }
      String said = Titles.plain(cut(EntryText.written(message)));
      if (said.isBlank()) {
        continue;
      }
      switch (message.string("role", "")) {
        case "assistant" -> answered = answered == null ? said : answered;
        case "user" -> asked = said;
        default -> {}
      }
      if (asked != null) {
        break;
      }
    }
    add(lines, Style.PERSON, "you: ", asked == null ? session.firstPrompt() : asked);
    add(lines, null, "", answered);
    return lines;
  }

  private static void add(
      List<PickerText> lines, @Nullable Style style, String who, @Nullable String said) {
    if (said != null && !said.isBlank()) {
      lines.add(new PickerText(style, who + Titles.plain(cut(said))));
    }
  }

  private static String cut(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN);
  }

  /// The whole lines at the end of a file.
  private static List<Json.Obj> tail(Path file) {
    var lines = new ArrayList<Json.Obj>();
    try (var in = new RandomAccessFile(file.toFile(), "r")) {
      long from = Math.max(0, in.length() - TAIL);
      in.seek(from);
      byte[] bytes = new byte[(int) (in.length() - from)];
      in.readFully(bytes);
      String[] texts = new String(bytes, StandardCharsets.UTF_8).split("\n", -1);
      for (int i = from > 0 ? 1 : 0; i < texts.length; i++) {
        try {
          lines.add(Json.parseObject(texts[i]));
        } catch (JsonException torn) {
          // The end of a file that is being written, or an empty line.
        }
      }
    } catch (IOException gone) {
      // It was deleted meanwhile; there is nothing to tell.
      return lines;
    }
    return lines;
  }
}
