package dev.tenon.core.prompt;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Files that an instruction file names as `@path`: they go along right behind it, and what they
/// name does too, five deep. Only files inside the repository; a path within code is text.
final class ContextImports {
  private static final int DEPTH = 5;
  private static final int MOST = 100;

  private final ContextRoom room;
  private final List<ContextFile> found = new ArrayList<>();

  private ContextImports(ContextRoom room) {
    this.room = room;
  }

  /// What a text names, in its order.
  ///
  /// @param file whose text it is; paths are relative to its folder
  static List<ContextFile> of(Path file, String text, ContextRoom room) {
    if (text.indexOf('@') < 0) {
      return List.of();
    }
    var imports = new ContextImports(room);
    imports.follow(file, text, 1);
    return imports.found;
  }

  private void follow(Path file, String text, int depth) {
    List<Mention> mentions = mentions(text);
    for (Mention mention : mentions) {
      Path target = target(file, mention);
      if (target == null || room.knows(target)) {
        continue;
      }
      String shown = room.shown(target);
      if (depth > DEPTH || found.size() >= MOST) {
        room.warn(
            room.shown(file)
                + ":"
                + mention.line
                + ": @"
                + mention.path
                + (depth > DEPTH ? " is more than five files deep" : " is one file too many")
                + " and was left out");
        continue;
      }
      if (!room.leadsInside(target)) {
        continue;
      }
      ContextFile taken = room.read(target, shown);
      if (taken != null) {
        found.add(taken);
        follow(target, taken.text(), depth + 1);
      }
    }
  }

  private @Nullable Path target(Path file, Mention mention) {
    if (mention.path.startsWith("~")) {
      room.warn(
          room.shown(file)
              + ":"
              + mention.line
              + ": @"
              + mention.path
              + " lies outside of the project and was left out");
      return null;
    }
    try {
      Path folder = file.toAbsolutePath().getParent();
      Path target = (folder == null ? file : folder).resolve(mention.path).normalize();
      if (!Files.exists(target)) {
        if (mention.alone) {
          room.warn(room.shown(file) + ":" + mention.line + ": @" + mention.path + " is not there");
        }
        return null;
      }
      // A folder, and a word such as @Override, are no file that was meant.
      return Files.isRegularFile(target) ? target : null;
    } catch (InvalidPathException noPath) {
      return null;
    }
  }

  /// @param alone whether nothing else stands on its line
  private record Mention(String path, int line, boolean alone) {}

  /// What begins with an `@` outside of code.
  private static List<Mention> mentions(String text) {
    var mentions = new ArrayList<Mention>();
    String fence = "";
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      String bare = line.strip();
      if (bare.startsWith("```") || bare.startsWith("~~~")) {
        String mark = bare.substring(0, 3);
        fence = fence.isEmpty() ? mark : fence.equals(mark) ? "" : fence;
        continue;
      }
      if (fence.isEmpty() && line.indexOf('@') >= 0) {
        mentions(line, number, mentions);
      }
    }
    return mentions;
  }

  private static void mentions(String line, int number, List<Mention> mentions) {
    boolean code = false;
    for (int at = 0; at < line.length(); at++) {
      char c = line.charAt(at);
      if (c == '`') {
        code = !code;
      }
      if (c != '@' || code || (at > 0 && !Character.isWhitespace(line.charAt(at - 1)))) {
        continue;
      }
      int end = at + 1;
      while (end < line.length() && !Character.isWhitespace(line.charAt(end))) {
        end++;
      }
      boolean alone = line.strip().length() == end - at;
      String path = line.substring(at + 1, end);
      String trimmed = path.replaceFirst("[.,;:!?)\\]'\"]+$", "");
      if (!trimmed.isEmpty() && trimmed.length() < 1000) {
        mentions.add(new Mention(trimmed, number, alone));
      }
      at = end - 1;
    }
  }
}
