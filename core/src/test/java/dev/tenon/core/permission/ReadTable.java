package dev.tenon.core.permission;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The rows of `reads.txt`: what is proven to only read, and what is not.
record ReadTable(List<Row> rows) {

  /// A command and whether it is proven.
  record Row(String kind, boolean proven, String command) {}

  static ReadTable load() throws IOException {
    var rows = new ArrayList<Row>();
    String kind = "";
    try (var in = Objects.requireNonNull(ReadTable.class.getResourceAsStream("reads.txt"))) {
      for (String line : new String(in.readAllBytes(), UTF_8).lines().toList()) {
        if (line.startsWith("# class: ")) {
          kind = line.substring(9);
        } else if (line.contains(" ¦ ")) {
          String[] cells = line.split(" ¦ ", 2);
          rows.add(new Row(kind, cells[0].equals("yes"), plain(cells[1])));
        }
      }
    }
    return new ReadTable(List.copyOf(rows));
  }

  private static String plain(String cell) {
    var out = new StringBuilder();
    for (int i = 0; i < cell.length(); i++) {
      char c = cell.charAt(i);
      char next = i + 1 < cell.length() ? cell.charAt(i + 1) : ' ';
      if (c == '\\' && "nt\\".indexOf(next) >= 0) {
        out.append(next == 'n' ? '\n' : next == 't' ? '\t' : '\\');
        i++;
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }
}
