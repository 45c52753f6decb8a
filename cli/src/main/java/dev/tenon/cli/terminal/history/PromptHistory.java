package dev.tenon.cli.terminal.input;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;

/// What was typed at the prompt, oldest first, each text once, in a file that only its owner can
/// read: one entry a line, line breaks written as `\n`. Several programs may add to one file.
///
/// Beside it lies a database of all prompts, in which Ctrl-R searches, and a folder with the
/// prompts of each project in a file of the same form. A project in which nothing was typed yet has
/// those of all.
///
/// A file that cannot be read or written costs the history and nothing else; [#problem] tells.
public final class PromptHistory {
  private static final int ENTRIES = 1000;
  private static final int ENTRY_LENGTH = 64 * 1024;

  /// Of a larger file only the end is read: it stands between the start and the first key.
  private static final int READ_BYTES = 4 << 20;

  /// A database that could not be searched is left alone for so long: each key searches anew.
  private static final long LEFT_ALONE_NANOS = 30_000_000_000L;

  private final Path file;
  private final Optional<Path> projectFile;
  private final LinkedHashSet<String> entries = new LinkedHashSet<>();
  private final LinkedHashSet<String> ofProject = new LinkedHashSet<>();
  private final PromptDatabase database;
  private Optional<String> problem = Optional.empty();
  private boolean databaseBroken;
  private long databaseBrokenAt;

  public PromptHistory(Path file) {
    this(file, Optional.empty());
  }

  /// @param project the root of the project in which is typed
  public PromptHistory(Path file, Path project) {
    this(
        file,
        Optional.of(
            file.resolveSibling(file.getFileName() + ".d")
                .resolve(name(project.toAbsolutePath().toString()))));
  }

  /// A name for a path, made without the digests of the JDK: they would take longer to load than
  /// all else that stands between the start and the first key.
  private static String name(String path) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < path.length(); i++) {
      hash = (hash ^ path.charAt(i)) * 0x100000001b3L;
    }
    return HexFormat.of().toHexDigits(hash);
  }

  private PromptHistory(Path file, Optional<Path> projectFile) {
    this.file = file;
    this.projectFile = projectFile;
    this.database = new PromptDatabase(file.resolveSibling("history.db"));
  }

  /// Prompts with all these words, the latest first; from the database where it works, and
  /// otherwise from the last ones.
  public List<String> search(String words) {
    if (databaseBroken && System.nanoTime() - databaseBrokenAt < LEFT_ALONE_NANOS) {
      return searchLast(words);
    }
    try {
      databaseBroken = false;
      return database.search(words, List.copyOf(entries));
    } catch (SQLException | IOException broken) {
      databaseBroken = true;
      databaseBrokenAt = System.nanoTime();
      problem =
          Optional.of(
              "cannot search the history of prompts in the database ("
                  + broken.getMessage()
                  + "); these are the last "
                  + entries.size());
      return searchLast(words);
    }
  }

  private List<String> searchLast(String words) {
    var found = new ArrayList<String>();
    for (String entry : entries.reversed()) {
      if (ListMenu.matches(entry, words)) {
        found.add(entry);
      }
    }
    return found;
  }

  /// Waits for what is still to be written.
  public void close() {
    database.close();
  }

  /// Reads the files, and shortens them when they have grown.
  public void load() {
    load(file, entries);
    projectFile.ifPresent(own -> load(own, ofProject));
  }

  private void load(Path from, SequencedSet<String> into) {
    List<String> lines;
    try {
      lines = read(from);
    } catch (NoSuchFileException none) {
      return;
    } catch (IOException unreadable) {
      fail("read", unreadable);
      return;
    }
    for (String line : lines) {
      if (!line.isBlank()) {
        remember(unescape(line), into);
      }
    }
    if (lines.size() > 2 * ENTRIES) {
      try {
        rewrite(from, into);
      } catch (IOException unwritable) {
        fail("shorten", unwritable);
      }
    }
  }

  /// What was typed in this project; in all of them if nothing was, or no project is known.
  public List<String> entries() {
    return List.copyOf(ofProject.isEmpty() ? entries : ofProject);
  }

  /// Adds a text at the end. Like in a shell, one that begins with a space is not kept; and nothing
  /// that follows `/login`, where a key may have been typed by mistake.
  public void add(String text) {
    String entry = text.strip();
    if (entry.isEmpty()
        || text.startsWith(" ")
        || entry.startsWith("/login ")
        || entry.length() > ENTRY_LENGTH) {
      return;
    }
    if (isNew(entry, entries)) {
      database.add(entry, System.getProperty("user.dir", ""));
      keep(file, entry);
    }
    Optional<Path> own = projectFile;
    if (own.isPresent() && isNew(entry, ofProject)) {
      keep(own.get(), entry);
    }
  }

  /// Remembers an entry as the last one; answers false if it was that already.
  private static boolean isNew(String entry, SequencedSet<String> among) {
    boolean known = !among.isEmpty() && among.getLast().equals(entry);
    remember(entry, among);
    return !known;
  }

  private void keep(Path in, String entry) {
    try {
      append(in, escape(entry) + "\n");
    } catch (IOException unwritable) {
      fail("write", unwritable);
    }
  }

  /// Why the history is not kept, if it is not.
  public Optional<String> problem() {
    return problem;
  }

  private static void remember(String entry, SequencedSet<String> among) {
    among.remove(entry);
    among.add(entry);
    if (among.size() > ENTRIES) {
      among.removeFirst();
    }
  }

  /// Bytes that are no text are replaced, not refused: one bad line must not cost the others.
  private static List<String> read(Path from) throws IOException {
    long size = size(from);
    if (size <= READ_BYTES) {
      return new String(Files.readAllBytes(from), StandardCharsets.UTF_8).lines().toList();
    }
    var bytes = new byte[READ_BYTES];
    try (var in = new RandomAccessFile(from.toFile(), "r")) {
      in.seek(size - READ_BYTES);
      in.readFully(bytes);
    }
    String end = new String(bytes, StandardCharsets.UTF_8);
    return end.substring(end.indexOf('\n') + 1).lines().toList();
  }

  /// A pipe or a device would keep whoever opens it waiting.
  private static long size(Path file) throws IOException {
    var attributes = Files.readAttributes(file, BasicFileAttributes.class);
    requireRegular(attributes, file);
    return attributes.size();
  }

  private static void requireRegular(BasicFileAttributes attributes, Path file) throws IOException {
    if (!attributes.isRegularFile()) {
      throw new IOException(file + " is no regular file");
    }
  }

  private static void append(Path to, String line) throws IOException {
    if (Files.exists(to)) {
      requireRegular(Files.readAttributes(to, BasicFileAttributes.class), to);
    } else {
      create(to);
    }
    Files.writeString(to, line, StandardOpenOption.APPEND);
  }

  private static void rewrite(Path file, SequencedSet<String> kept) throws IOException {
    var text = new StringBuilder();
    for (String entry : kept) {
      text.append(escape(entry)).append('\n');
    }
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    create(fresh);
    Files.writeString(fresh, text);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void create(Path path) throws IOException {
    Path folder = path.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      var owner = PosixFilePermissions.fromString("rw-------");
      Files.createFile(path, PosixFilePermissions.asFileAttribute(owner));
    } else {
      Files.createFile(path);
    }
  }

  private void fail(String doing, IOException cause) {
    problem = Optional.of("cannot " + doing + " the history of prompts: " + reason(cause));
  }

  /// Most failures of the file system say the path and nothing else.
  private static String reason(IOException cause) {
    String message = String.valueOf(cause.getMessage());
    return cause.getClass() == IOException.class
        ? message
        : message + " (" + cause.getClass().getSimpleName() + ")";
  }

  static String escape(String text) {
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }

  static String unescape(String line) {
    if (line.indexOf('\\') < 0) {
      return line;
    }
    var out = new StringBuilder();
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\' && i + 1 < line.length()) {
        char next = line.charAt(++i);
        out.append(
            switch (next) {
              case 'n' -> '\n';
              case 'r' -> '\r';
              default -> next;
            });
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }
}
