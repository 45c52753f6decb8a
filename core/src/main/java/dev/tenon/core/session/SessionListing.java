package dev.tenon.core.session;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonOutline;
import dev.tenon.core.json.PartialJson;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds sessions. Of each file only the first 4 KB are read, so that thousands are listed at once;
/// files that are no sessions are passed over.
public final class SessionListing {
  private static final int PREFIX = 4096;

  // No combinator of Comparator: no AOT cache keeps the classes that those generate.
  private static final Comparator<Found> LATEST_FIRST =
      (a, b) -> {
        int later = b.attributes.lastModifiedTime().compareTo(a.attributes.lastModifiedTime());
        return later == 0 ? a.file.toString().compareTo(b.file.toString()) : later;
      };

  private final SessionStore store;

  SessionListing(SessionStore store) {
    this.store = store;
  }

  /// A file with the time of its last change.
  private record Found(Path file, BasicFileAttributes attributes) {}

  /// The sessions of a project, the latest first.
  public List<SessionSummary> of(Path cwd) throws IOException {
    String project = cwd.toAbsolutePath().normalize().toString();
    return summaries(files(store.folderOf(cwd))).stream()
        .filter(session -> session.cwd().equals(project))
        .toList();
  }

  /// The sessions of all projects, the latest first.
  public List<SessionSummary> all() throws IOException {
    var files = new ArrayList<Found>();
    for (Path folder : folders()) {
      files.addAll(files(folder));
    }
    return summaries(files);
  }

  /// The session of the project that was changed last.
  public Optional<SessionSummary> latest(Path cwd) throws IOException {
    String project = cwd.toAbsolutePath().normalize().toString();
    List<Found> files = files(store.folderOf(cwd));
    files.sort(LATEST_FIRST);
    for (Found found : files) {
      SessionSummary summary = summary(found);
      if (summary != null && summary.cwd().equals(project)) {
        return Optional.of(summary);
      }
    }
    return Optional.empty();
  }

  /// The sessions whose id begins so: those of the project, or else those of all projects.
  public List<SessionSummary> byId(String prefix, Path cwd) throws IOException {
    List<SessionSummary> here = byId(prefix, files(store.folderOf(cwd)));
    if (!here.isEmpty()) {
      return here;
    }
    var everywhere = new ArrayList<Found>();
    for (Path folder : folders()) {
      everywhere.addAll(files(folder));
    }
    return byId(prefix, everywhere);
  }

  /// The id stands in the name of the file, as far as Tenon made it.
  private static List<SessionSummary> byId(String prefix, List<Found> files) {
    String wanted = prefix.toLowerCase(Locale.ROOT);
    var near = new ArrayList<Found>();
    for (Found found : files) {
      if (SessionStore.idOf(found.file).startsWith(wanted)) {
        near.add(found);
      }
    }
    return summaries(near.isEmpty() ? files : near).stream()
        .filter(session -> session.id().toLowerCase(Locale.ROOT).startsWith(wanted))
        .toList();
  }

  private List<Path> folders() throws IOException {
    var folders = new ArrayList<Path>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(store.folder(), "--*--")) {
      all.forEach(folders::add);
    } catch (NoSuchFileException | NotDirectoryException none) {
      return folders;
    }
    return folders;
  }

  private static List<Found> files(Path folder) throws IOException {
    var files = new ArrayList<Found>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      for (Path file : all) {
        if (file.toString().endsWith(SessionStore.SUFFIX)) {
          found(file).ifPresent(files::add);
        }
      }
    } catch (NoSuchFileException | NotDirectoryException none) {
      return files;
    }
    return files;
  }

  private static Optional<Found> found(Path file) throws IOException {
    try {
      return Optional.of(new Found(file, Files.readAttributes(file, BasicFileAttributes.class)));
    } catch (NoSuchFileException deleted) {
      return Optional.empty();
    }
  }

  private static List<SessionSummary> summaries(List<Found> files) {
    Stream<Found> all = files.size() > 200 ? files.parallelStream() : files.stream();
    return all.sorted(LATEST_FIRST).map(SessionListing::summary).filter(Objects::nonNull).toList();
  }

  /// What the file's beginning tells; null when it is no session, or cannot be read.
  private static @Nullable SessionSummary summary(Found found) {
    byte[] prefix;
    try (var in = new FileInputStream(found.file.toFile())) {
      prefix = in.readNBytes(PREFIX);
    } catch (IOException unreadable) {
      // A list shows what it can; whoever names the file itself is told why it cannot be read.
      return null;
    }
    int end = lineEnd(prefix, 0);
    Json.Obj first = line(prefix, 0, end);
    if (first == null || !SessionHeader.is(first)) {
      return null;
    }
    SessionHeader header = SessionHeader.of(first);
    String said = firstPrompt(prefix, end + 1);
    if (said == null && prefix.length < PREFIX && !speaks(prefix, end + 1)) {
      return null;
    }
    return new SessionSummary(
        found.file,
        header.id(),
        header.cwd(),
        header.title(),
        said,
        header.parentSession(),
        found.attributes.lastModifiedTime().toInstant(),
        found.attributes.size());
  }

  private static @Nullable String firstPrompt(byte[] prefix, int from) {
    for (int start = from; start < prefix.length; ) {
      int end = lineEnd(prefix, start);
      Json.Obj line = line(prefix, start, end);
      Json.Obj message = line == null ? null : line.object("message");
      if (message != null && message.string("role", "").equals("user")) {
        return EntryText.written(message);
      }
      start = end + 1;
    }
    return null;
  }

  /// Whether a whole file has a message in it.
  private static boolean speaks(byte[] bytes, int from) {
    for (int start = from; start < bytes.length; ) {
      int end = lineEnd(bytes, start);
      Json.Obj line = line(bytes, start, end);
      if (line != null && line.string("type", "").equals("message")) {
        return true;
      }
      start = end + 1;
    }
    return false;
  }

  /// The text of a message of the file.
  static String text(Json.Obj message) {
    if (message.get("content") instanceof Json.Str text) {
      return text.value();
    }
    var text = new StringBuilder();
    for (Json.Obj block : message.objects("content")) {
      if (block.string("type", "").equals("text")) {
        text.append(text.isEmpty() ? "" : "\n").append(block.string("text", ""));
      }
    }
    return text.toString();
  }

  private static int lineEnd(byte[] bytes, int from) {
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        return i;
      }
    }
    return bytes.length;
  }

  /// A line, as far as it is there.
  private static Json.@Nullable Obj line(byte[] bytes, int from, int end) {
    try {
      if (end < bytes.length) {
        return JsonOutline.whole(bytes, from, end - from);
      }
      String begun = new String(bytes, from, end - from, StandardCharsets.UTF_8);
      return end < PREFIX ? Json.parseObject(begun) : PartialJson.object(begun);
    } catch (JsonException broken) {
      return null;
    }
  }
}
