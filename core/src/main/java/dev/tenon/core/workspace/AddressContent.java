package dev.tenon.core.workspace;

import dev.tenon.core.text.ContentSniffer;
import dev.tenon.core.text.Encoding;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What a read of an address gave: as of a file, with the same ranges and limits, but without a
/// version, since it cannot be edited.
public sealed interface AddressContent {

  /// As the model is to name it.
  String address();

  /// Lines of a text.
  ///
  /// @param first the number of the first line shown
  /// @param lines without their ends
  /// @param total how many lines there are, or -1 if it was not read to its end
  /// @param notes what was left out and how to get it, in sentences
  record Text(String address, long first, List<String> lines, long total, List<String> notes)
      implements AddressContent {
    public Text {
      lines = List.copyOf(lines);
      notes = List.copyOf(notes);
    }

    /// The number of the last line shown, one less than [#first] if there are none.
    public long last() {
      return first + lines.size() - 1;
    }

    public String content() {
      return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }
  }

  /// Something that is no text.
  record Binary(String address, String reason) implements AddressContent {}

  /// How further lines of an address are asked for.
  enum Range {
    /// By `:40-60` behind it. Long lines are cut; `:raw` shows them.
    SELECTOR,
    /// By the numbers of lines alone. Lines are shown in their length.
    LINE_NUMBERS
  }

  /// The same with more notes in front.
  default AddressContent noting(List<String> more) {
    if (more.isEmpty() || !(this instanceof Text text)) {
      return this;
    }
    var all = new ArrayList<>(more);
    all.addAll(text.notes);
    return new Text(text.address, text.first, text.lines, text.total, all);
  }

  /// Reads lines in constant memory. Lines behind the wanted ones are counted as far as those of a
  /// file are.
  static AddressContent read(
      String address, InputStream bytes, Selector asked, ReadLimits limits, Range range)
      throws IOException {
    Selector wanted =
        range == Range.SELECTOR
            ? asked
            : new Selector(asked.first(), asked.last(), Selector.Form.RAW);
    byte[] chunk = new byte[64 * 1024];
    int length = bytes.readNBytes(chunk, 0, chunk.length);
    ContentSniffer sniff = ContentSniffer.of(Arrays.copyOf(chunk, length), length);
    Encoding encoding = sniff.encoding();
    if (encoding == null) {
      return new Binary(address, sniff.reason());
    }
    var scan = new LineScan(encoding, wanted, limits);
    int from = encoding.markLength();
    for (long read = length;
        length > 0 && (read <= limits.versioned() || !scan.satisfied());
        read += length) {
      scan.feed(chunk, from, length);
      from = 0;
      length = bytes.readNBytes(chunk, 0, chunk.length);
    }
    if (length <= 0) {
      scan.end();
    }
    var notes = new ArrayList<String>();
    if (range == Range.SELECTOR) {
      ReadNotes.addShown(notes, address, wanted, scan, limits);
    } else {
      ReadNotes.addOfAddress(notes, wanted, scan, limits);
    }
    return new Text(address, wanted.first(), scan.lines(), scan.total(), notes);
  }
}
