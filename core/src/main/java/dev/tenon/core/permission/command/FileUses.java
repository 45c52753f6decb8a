package dev.tenon.core.permission.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Which files the words of a program speak of.
public final class FileUses {
  private static final Set<String> WRITE_ALL =
      Set.of("tee", "rm", "rmdir", "touch", "mkdir", "truncate", "unlink", "shred", "mkfifo");
  private static final Set<String> WRITE_LAST = Set.of("cp", "mv", "ln", "install", "rsync", "scp");

  /// Programs that read whole folders, and with them what no word names.
  private static final Set<String> SWEEPING =
      Set.of("rg", "tar", "zip", "rsync", "scp", "7z", "ag", "ack", "cpio");

  private static final int MOST_TAILS = 24;
  private static final int LONGEST_END = 256;

  private FileUses() {}

  /// The files that the program is told to write, as far as its words name them.
  public static List<Word> written(Call call) {
    var files = new ArrayList<Word>();
    List<Word> words = call.words();
    String name = call.program();
    if (WRITE_ALL.contains(name)) {
      files.addAll(operands(words));
    } else if (WRITE_LAST.contains(name)) {
      List<Word> operands = operands(words);
      if (operands.size() > 1) {
        files.add(operands.getLast());
      }
      optionValue(words, "-t", "--target-directory", files);
    }
    switch (name) {
      case "sed" -> files.addAll(editedInPlace(words));
      case "sort" -> optionValue(words, "-o", "--output", files);
      case "git" -> optionValue(words, "", "--output", files);
      case "curl" -> optionValue(words, "-o", "--output", files);
      case "wget" -> optionValue(words, "-O", "--output-document", files);
      case "tree" -> optionValue(words, "-o", "--output", files);
      case "dd" -> {
        for (Word word : words) {
          if (word.startsWith("of=")) {
            files.add(tail(word, 3));
          }
        }
      }
      case "find" -> {
        for (int i = 1; i + 1 < words.size(); i++) {
          String text = words.get(i).text();
          if (text.startsWith("-fprint") || text.equals("-fls")) {
            files.add(words.get(i + 1));
          }
        }
      }
      default -> {}
    }
    return files;
  }

  /// The files of `sed -i`: all operands but the script, unless that comes with an option.
  private static List<Word> editedInPlace(List<Word> words) {
    var operands = new ArrayList<Word>();
    boolean inPlace = false;
    boolean scripted = false;
    boolean ended = false;
    for (int i = 1; i < words.size(); i++) {
      Word word = words.get(i);
      String text = word.text();
      if (ended || !Options.isOption(word)) {
        operands.add(word);
      } else if (text.equals("--")) {
        ended = true;
      } else if (text.startsWith("--")) {
        inPlace |= text.startsWith("--i");
        scripted |= text.startsWith("--e") || text.startsWith("--fi");
        boolean valued = text.matches("--(e|fi|l)[a-z-]*");
        i += valued ? 1 : 0;
      } else {
        int value = 1;
        while (value < text.length() && "iefl".indexOf(text.charAt(value)) < 0) {
          value++;
        }
        char letter = value < text.length() ? text.charAt(value) : 0;
        // What follows the letter is the ending of a copy, or the value of the option.
        inPlace |= letter == 'i';
        scripted |= letter == 'e' || letter == 'f';
        i += letter != 0 && letter != 'i' && value + 1 == text.length() ? 1 : 0;
      }
    }
    if (!inPlace) {
      return List.of();
    }
    return operands.subList(scripted || operands.isEmpty() ? 0 : 1, operands.size());
  }

  private static List<Word> operands(List<Word> words) {
    var operands = new ArrayList<Word>();
    boolean ended = false;
    for (Word word : words.subList(1, words.size())) {
      if (!ended && word.is("--")) {
        ended = true;
      } else if (ended || !Options.isOption(word)) {
        operands.add(word);
      }
    }
    return operands;
  }

  private static void optionValue(
      List<Word> words, String letter, String longName, List<Word> files) {
    for (int i = 1; i < words.size(); i++) {
      Word word = words.get(i);
      String text = word.text();
      int equals = text.indexOf('=');
      String given = equals < 0 ? text : text.substring(0, equals);
      boolean isLong = text.startsWith("--") && text.length() > 3 && longName.startsWith(given);
      boolean isLetter =
          !letter.isEmpty() && Options.isBundle(text) && text.indexOf(letter.charAt(1)) > 0;
      if (isLong && equals > 0) {
        files.add(tail(word, equals + 1));
      } else if (isLetter && text.indexOf(letter.charAt(1)) < text.length() - 1) {
        files.add(tail(word, text.indexOf(letter.charAt(1)) + 1));
      } else if ((isLong || isLetter) && i + 1 < words.size()) {
        files.add(words.get(i + 1));
      }
    }
  }

  private static Word tail(Word word, int from) {
    return word.from(from);
  }

  /// Everything among the words that might name a file: the words themselves and what stands behind
  /// an option's letter, `=`, `:` or `@`.
  public static List<Word> named(Call call) {
    var files = new ArrayList<Word>();
    for (Word word : call.words().subList(Math.min(1, call.words().size()), call.words().size())) {
      String text = word.text();
      files.add(word);
      int first = tails(word, 0, text.length() - 1, files);
      if (first < text.length() - 1) {
        // A text with more of them is no list of files; its end may still name one.
        tails(word, Math.max(first, text.length() - LONGEST_END), text.length() - 1, files);
      }
      if (Options.isBundle(text) && text.length() > 2) {
        files.add(tail(word, 2));
      }
      // Code of another language: whatever looks like a path in it.
      if (text.length() > 2 && (text.indexOf('(') >= 0 || text.indexOf(' ') >= 0)) {
        pieces(text, files);
      }
    }
    return files;
  }

  /// What stands behind separators, in a part of a word, but not too often. Answers where it ended.
  private static int tails(Word word, int from, int to, List<Word> files) {
    int found = 0;
    int at = from;
    for (; at < to && found < MOST_TAILS; at++) {
      if ("=:@".indexOf(word.text().charAt(at)) >= 0) {
        files.add(tail(word, at + 1));
        found++;
      }
    }
    return Math.max(at, from);
  }

  private static void pieces(String text, List<Word> files) {
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      boolean part =
          i < text.length()
              && (Character.isLetterOrDigit(text.charAt(i))
                  || "._~/-+@".indexOf(text.charAt(i)) >= 0);
      if (!part) {
        if (i > start && files.size() < 500) {
          files.add(new Word(text.substring(start, i), false, true));
        }
        start = i + 1;
      }
    }
  }

  /// Whether the program reads all that lies below its folders.
  public static boolean sweeps(Call call) {
    String name = call.program();
    var options = new Options(call.words());
    return SWEEPING.contains(name)
        || (name.endsWith("grep")
            && !name.equals("git")
            && (options.hasAny("rR")
                || options.hasAny(List.of("--recursive", "--dereference-recursive"))))
        || (name.equals("cp")
            && (options.hasAny("rRa") || options.has("--recursive") || options.has("--archive")));
  }
}
