package dev.tenon.cli.terminal.history;

import dev.tenon.core.text.IoFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.util.OSInfo;

/// All prompts that were ever typed, in SQLite with a full-text index. Nothing of SQLite is loaded
/// before the first prompt or search. Opening it takes its time, and so nothing of it is for the
/// thread of the keyboard. A prompt that cannot be added is lost to the search and to nothing else.
final class PromptDatabase {
  private static final int MOST = 500;
  private static final String LIBRARY = "libsqlitejdbc.so";
  private static final String SCHEMA =
      """
      CREATE TABLE IF NOT EXISTS history(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        prompt TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        cwd TEXT);
      CREATE VIRTUAL TABLE IF NOT EXISTS history_fts USING fts5(
        prompt, content='history', content_rowid='id');
      CREATE TRIGGER IF NOT EXISTS history_added AFTER INSERT ON history BEGIN
        INSERT INTO history_fts(rowid, prompt) VALUES (new.id, new.prompt);
      END;
      CREATE TRIGGER IF NOT EXISTS history_removed AFTER DELETE ON history BEGIN
        INSERT INTO history_fts(history_fts, rowid, prompt)
          VALUES ('delete', old.id, old.prompt);
      END;
      """;

  /// The form of the file, in SQLite's `user_version`; the first programs wrote none.
  private static final int FORM = 1;

  private final Path file;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Connection connection;
  private String last = "";

  PromptDatabase(Path file) {
    this.file = file;
  }

  /// Adds a prompt. The same one again right away is not added.
  ///
  /// @param project the root of the project in which it was typed; empty if in none
  void add(String prompt, String project) {
    lock.lock();
    try {
      if (prompt.equals(last)) {
        return;
      }
      last = prompt;
      insert(open(), prompt, project);
    } catch (SQLException | IOException refused) {
      // The next search meets the same trouble and tells it, where the person can see it.
      connection = null;
    } finally {
      lock.unlock();
    }
  }

  private static void insert(Connection database, String prompt, String project)
      throws SQLException {
    try (PreparedStatement insert =
        database.prepareStatement(
            "INSERT INTO history(prompt, created_at, cwd) VALUES (?, ?, ?)")) {
      insert.setString(1, prompt);
      insert.setLong(2, System.currentTimeMillis() / 1000);
      insert.setString(3, project);
      insert.executeUpdate();
    }
  }

  /// Prompts in which all words begin some word, the latest first, each once.
  ///
  /// @param project the root of the project whose prompts are looked for; empty for all
  /// @param known what a database that is new begins with
  List<String> search(String words, String project, List<String> known)
      throws SQLException, IOException {
    lock.lock();
    try {
      Connection database = open();
      seed(database, known);
      String match = match(words);
      String query =
          match.isEmpty()
              ? "SELECT prompt FROM history WHERE prompt LIKE ?1 AND ?2 IN ('', cwd)"
                  + " ORDER BY id DESC LIMIT "
                  + MOST
              : "SELECT prompt FROM history WHERE id IN (SELECT rowid FROM history_fts WHERE"
                  + " history_fts MATCH ?1) AND ?2 IN ('', cwd) ORDER BY id DESC LIMIT "
                  + MOST;
      try (PreparedStatement select = database.prepareStatement(query)) {
        select.setString(1, match.isEmpty() ? "%" + words.strip() + "%" : match);
        select.setString(2, project);
        var found = new LinkedHashSet<String>();
        try (ResultSet rows = select.executeQuery()) {
          while (rows.next()) {
            found.add(rows.getString(1));
          }
        }
        return new ArrayList<>(found);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Why it cannot be used and what helps, in words for a person.
  String trouble(Exception failure) {
    if (!(failure instanceof SQLException refused)) {
      return IoFailure.told(failure);
    }
    int code = refused.getErrorCode() & 0xff;
    if (code == 0) {
      return String.valueOf(refused.getMessage());
    }
    String shown = "the database " + file;
    if (code == SQLiteErrorCode.SQLITE_NOTADB.code || code == SQLiteErrorCode.SQLITE_CORRUPT.code) {
      return shown + " is damaged; move it away, and a new one is begun";
    }
    if (code == SQLiteErrorCode.SQLITE_BUSY.code || code == SQLiteErrorCode.SQLITE_LOCKED.code) {
      return shown + " is in use by another program; try again in a while";
    }
    if (code == SQLiteErrorCode.SQLITE_FULL.code) {
      return shown + " cannot grow, for its disk is full";
    }
    return shown
        + " cannot be read or written (error "
        + code
        + " of SQLite); see that it is yours to write, or move it away";
  }

  private static void seed(Connection database, List<String> known) throws SQLException {
    try (Statement count = database.createStatement();
        ResultSet rows = count.executeQuery("SELECT EXISTS(SELECT 1 FROM history)")) {
      if (rows.next() && rows.getInt(1) > 0) {
        return;
      }
    }
    for (String prompt : known) {
      insert(database, prompt, "");
    }
  }

  /// The words as a query of the index; empty when there is no word in them.
  private static String match(String words) {
    var out = new StringBuilder();
    for (String word : words.split("[^\\p{L}\\p{N}_]+", -1)) {
      if (!word.isEmpty()) {
        out.append(out.isEmpty() ? "" : " ").append('"').append(word).append("\"*");
      }
    }
    return out.toString();
  }

  private Connection open() throws SQLException, IOException {
    Connection open = connection;
    if (open != null) {
      return open;
    }
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
    Files.createDirectories(folder);
    placeLibrary(folder.resolve("cache"));
    if (!Files.exists(file) && posix(file)) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    open = DriverManager.getConnection("jdbc:sqlite:" + file);
    try (Statement setup = open.createStatement()) {
      setup.execute("PRAGMA busy_timeout = 500");
      int form = knownForm(setup);
      setup.execute("PRAGMA journal_mode = WAL");
      setup.executeUpdate(SCHEMA);
      if (form < FORM) {
        setup.execute("PRAGMA user_version = " + FORM);
      }
    } catch (SQLException damaged) {
      open.close();
      throw damaged;
    }
    connection = open;
    return open;
  }

  private int knownForm(Statement setup) throws SQLException {
    try (ResultSet rows = setup.executeQuery("PRAGMA user_version")) {
      int form = rows.next() ? rows.getInt(1) : 0;
      if (form > FORM) {
        throw new SQLException(
            file
                + " was written by a later version of Tenon (form "
                + form
                + ", this one knows "
                + FORM
                + ")");
      }
      return form;
    }
  }

  private static boolean posix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /// Puts SQLite's native library under the state folder, once. Left to itself the driver unpacks
  /// it into the temporary folder at every start and leaves it there when the program is stopped.
  private static void placeLibrary(Path cache) throws IOException {
    String inJar =
        "/org/sqlite/native/" + OSInfo.getNativeLibFolderPathForCurrentOS() + "/" + LIBRARY;
    if (System.getProperty("org.sqlite.lib.path") != null) {
      return;
    }
    try (InputStream library = PromptDatabase.class.getResourceAsStream(inJar)) {
      if (library == null) {
        // Another system: the driver knows what its library is called there.
        return;
      }
      byte[] bytes = library.readAllBytes();
      Path folder = cache.resolve("sqlite-" + bytes.length);
      Path target = folder.resolve(LIBRARY);
      if (!Files.exists(target) || Files.size(target) != bytes.length) {
        Files.createDirectories(folder);
        Path fresh = Files.createTempFile(folder, "new-", ".tmp");
        Files.write(fresh, bytes);
        Files.move(
            fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      }
      System.setProperty("org.sqlite.lib.path", folder.toString());
      System.setProperty("org.sqlite.lib.name", LIBRARY);
    }
  }

  void close() {
    lock.lock();
    try {
      if (connection != null) {
        connection.close();
        connection = null;
      }
    } catch (SQLException gone) {
      // What was added is on disk with or without an orderly end.
      connection = null;
    } finally {
      lock.unlock();
    }
  }
}
