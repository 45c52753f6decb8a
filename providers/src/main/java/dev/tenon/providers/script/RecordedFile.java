package dev.tenon.providers.script;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A numbered file of a recording, `0001.json`.
record RecordedFile(int number, Path path) {
  private static final String ENDING = ".json";

  static String name(int number) {
    String digits = Integer.toString(number);
    return "0".repeat(Math.max(0, 4 - digits.length())) + digits + ENDING;
  }

  /// The recordings of a folder in the order of their numbers; other files are passed over.
  static List<RecordedFile> in(Path folder) throws IOException {
    var files = new ArrayList<RecordedFile>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*" + ENDING)) {
      for (Path path : all) {
        int number = number(String.valueOf(path.getFileName()));
        if (number > 0) {
          files.add(new RecordedFile(number, path));
        }
      }
    }
    files.sort(Comparator.comparingInt(RecordedFile::number));
    return files;
  }

  /// The highest number in the folder, 0 when it holds no recording.
  static int last(Path folder) throws IOException {
    List<RecordedFile> files = in(folder);
    return files.isEmpty() ? 0 : files.getLast().number();
  }

  private static int number(String name) {
    String digits = name.substring(0, name.length() - ENDING.length());
    int number = 0;
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      if (c < '0' || c > '9' || digits.length() > 9) {
        return 0;
      }
      number = number * 10 + (c - '0');
    }
    return number;
  }
}
