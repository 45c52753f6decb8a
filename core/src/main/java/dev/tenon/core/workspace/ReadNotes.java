package dev.tenon.core.workspace;

import dev.tenon.core.text.Encoding;
import dev.tenon.core.text.FileVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The sentences under a read that tell what was left out and how to get it.
final class ReadNotes {
  private ReadNotes() {}

  /// What is not shown of a text.
  static void addShown(
      List<String> notes, String path, Selector wanted, LineScan scan, ReadLimits limits) {
    long shown = wanted.first() + scan.lines().size() - 1;
    if (scan.lines().isEmpty() && scan.total() >= 0) {
      notes.add(nothing(path, wanted, scan.total()));
    } else if (scan.stop() == LineScan.Stop.TOO_MANY_LINES
        || scan.stop() == LineScan.Stop.TOO_MANY_BYTES) {
      notes.add(
          shown(wanted, shown, scan, limits)
              + " For more read "
              + path
              + ":"
              + (shown + 1)
              + " or search it.");
    }
    if (!scan.cut().isEmpty()) {
      notes.add(cut(path, wanted, scan, limits));
    }
    if (scan.finalNewline() == ReadResult.FinalNewline.MISSING && shown == scan.total()) {
      notes.add("The last line has no newline at its end.");
    }
  }

  /// What is not shown of something whose lines are asked for by number.
  static void addOfAddress(List<String> notes, Selector wanted, LineScan scan, ReadLimits limits) {
    long shown = wanted.first() + scan.lines().size() - 1;
    long total = scan.total();
    if (scan.lines().isEmpty() && total == 0) {
      notes.add("It is empty.");
    } else if (scan.lines().isEmpty() && total > 0) {
      notes.add("Line " + wanted.first() + " is beyond the end: it has " + lines(total) + ".");
    } else if (scan.stop() == LineScan.Stop.TOO_MANY_LINES
        || scan.stop() == LineScan.Stop.TOO_MANY_BYTES) {
      notes.add(
          shown(wanted, shown, scan, limits) + " For more use start_line " + (shown + 1) + ".");
    }
    if (!scan.cut().isEmpty()) {
      notes.add(
          "Line " + scan.cut().getFirst() + " is longer than shown; its rest cannot be read here.");
    }
  }

  private static String lines(long total) {
    return total == 1 ? "1 line" : total + " lines";
  }

  private static String shown(Selector wanted, long last, LineScan scan, ReadLimits limits) {
    String why =
        scan.stop() == LineScan.Stop.TOO_MANY_LINES
            ? limits.lines() + " lines a read"
            : bytes(limits.bytes()) + " a read";
    return "Lines "
        + wanted.first()
        + "-"
        + last
        + (scan.total() < 0 ? "" : " of " + scan.total())
        + " are shown (limit: "
        + why
        + ").";
  }

  static void add(
      List<String> notes,
      String path,
      @Nullable FileVersion version,
      long size,
      Encoding encoding,
      Selector wanted,
      LineScan scan,
      ReadLimits limits) {
    addShown(notes, path, wanted, scan, limits);
    if (encoding == Encoding.LATIN_1) {
      notes.add("The encoding is a guess (Latin-1): the file can be read but not edited as text.");
    } else if (encoding != Encoding.UTF_8) {
      notes.add("The encoding is " + encoding.label() + "; edits keep it.");
    }
    if (version == null) {
      notes.add(
          "The file has "
              + bytes(size)
              + ", too much for a version, or it is changing: it cannot be edited here.");
    } else if (size > Workspace.MOST_IN_MEMORY) {
      notes.add(
          "The file has "
              + bytes(size)
              + ": it can be replaced, moved or deleted as a whole, but not edited in place.");
    }
  }

  private static String nothing(String path, Selector wanted, long total) {
    if (total == 0) {
      return "The file is empty.";
    }
    return "Line "
        + wanted.first()
        + " is beyond the end: "
        + path
        + " has "
        + lines(total)
        + ". Use :1 for the beginning or :"
        + total
        + " for the last line.";
  }

  private static String cut(String path, Selector wanted, LineScan scan, ReadLimits limits) {
    long line = scan.cut().getFirst();
    int others = scan.cut().size() - 1;
    String lines =
        others == 0 ? "Line " + line + " is" : "Line " + line + " and " + others + " more are";
    String way =
        wanted.form() == Selector.Form.RAW || limits.lineLength() >= limits.bytes()
            ? "Search the file for the part you need."
            : "Read " + path + ":" + line + "-" + line + ":raw for more of it.";
    return lines + " longer than shown. " + way;
  }

  /// A size for people.
  static String bytes(long size) {
    if (size < 1024) {
      return size == 1 ? "1 byte" : size + " bytes";
    }
    String[] units = {"KB", "MB", "GB", "TB"};
    double value = size / 1024.0;
    int unit = 0;
    while (value >= 1023.95 && unit < units.length - 1) {
      value /= 1024;
      unit++;
    }
    long tenths = Math.round(value * 10);
    return (tenths % 10 == 0 ? "" + tenths / 10 : tenths / 10 + "." + tenths % 10)
        + " "
        + units[unit];
  }
}
