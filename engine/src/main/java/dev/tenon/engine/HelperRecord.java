package dev.tenon.engine;

import dev.tenon.core.helper.HelperFiles;
import dev.tenon.core.helper.HelperOpener;
import dev.tenon.core.session.SessionException;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionStore;
import dev.tenon.core.tool.Helpers;
import dev.tenon.engine.session.HelperSession;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// A helper that was called in some conversation of a project, as its session tells.
///
/// @param session the file's name of the session that it worked for, without its ending
/// @param agent empty where its session cannot be read
/// @param problem why its session cannot be read; otherwise empty
public record HelperRecord(
    String id,
    String session,
    String agent,
    String description,
    Helpers.Ending ending,
    Path file,
    String problem) {
  private static final String ARTIFACTS = ".artifacts";

  /// Some of a project.
  ///
  /// @param more how many others there are
  public record Listing(List<HelperRecord> records, int more) {
    public Listing {
      records = List.copyOf(records);
    }
  }

  /// Those of a project, those of the latest session first.
  ///
  /// @param most so many are looked at
  public static Listing of(Path home, Path root, int most) throws IOException {
    var store = new SessionStore(home);
    var records = new ArrayList<HelperRecord>();
    Path folder = store.folderOf(root);
    if (!Files.isDirectory(folder)) {
      return new Listing(records, 0);
    }
    int more = 0;
    var sessions = new TreeSet<Path>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*" + ARTIFACTS)) {
      all.forEach(sessions::add);
    }
    for (Path session : sessions.descendingSet()) {
      if (!Files.isDirectory(session, LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      String name = String.valueOf(session.getFileName());
      var files = new HelperFiles(() -> session);
      for (String id : files.ids()) {
        if (records.size() >= most) {
          more++;
          continue;
        }
        records.add(read(store, id, name.substring(0, name.length() - ARTIFACTS.length()), files));
      }
    }
    return new Listing(records, more);
  }

  private static HelperRecord read(
      SessionStore store, String id, String session, HelperFiles files) {
    Path file = files.session(id);
    try (SessionLog log = store.look(file)) {
      HelperOpener.Known known = HelperSession.known(log);
      Helpers.Ending ending = known.ending();
      if (ending == Helpers.Ending.INTERRUPTED && isOpen(store, file)) {
        ending = Helpers.Ending.RUNNING;
      }
      return new HelperRecord(id, session, known.agent(), known.description(), ending, file, "");
    } catch (SessionException | IOException | HelperOpener.UnusableException unreadable) {
      return new HelperRecord(
          id,
          session,
          "",
          "",
          Helpers.Ending.INTERRUPTED,
          file,
          String.valueOf(unreadable.getMessage()));
    }
  }

  /// Whether a program writes to the session at the moment.
  private static boolean isOpen(SessionStore store, Path file) throws IOException {
    try {
      store.open(file).close();
      return false;
    } catch (SessionException taken) {
      return taken.kind() == SessionException.Kind.IN_USE;
    }
  }
}
