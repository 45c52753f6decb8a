package dev.tenon.cli.terminal.history;

import dev.tenon.cli.terminal.input.ListMenu;
import dev.tenon.core.text.IoFailure;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What was typed at the prompt, oldest first, each text once, in a [HistoryFile].
///
/// Beside it lies a database of all prompts, in which Ctrl-R searches, and a folder with the
/// prompts of each project in a file of the same form. Who works in a project is offered what was
/// typed in it and nothing else, unless its file cannot be read. Long texts lie in files of their
/// own ([LongTexts]).
///
/// May be used by any thread. What is typed is there at once; files and the database are written on
/// a thread of their own, so that no key waits for a disk. A file that cannot be read or written
/// costs the history and nothing else; [#problem] tells.
public final class PromptHistory {
  private static final int ENTRIES = 1000;

  /// A draft is kept so long after it was changed, and no more often.
  private static final Duration DRAFT_PAUSE = Duration.ofMillis(500);

  /// So long somebody who leaves waits for a disk.
  private static final Duration LEAVING = Duration.ofSeconds(2);

  /// A database that could not be searched is left alone for so long: each key searches anew.
  private static final long LEFT_ALONE_NANOS = 30_000_000_000L;

  private final HistoryFile file;
  private final Optional<HistoryFile> projectFile;
  private final Drafts drafts;
  private final LongTexts longTexts;

  /// The root of the project; empty without one.
  private final String project;

  private final PromptDatabase database;
  private final AtomicBoolean draftDue = new AtomicBoolean();
  private final AtomicLong searches = new AtomicLong();
  private final Object lock = new Object();

  /// Under the lock.
  private final LinkedHashSet<String> entries = new LinkedHashSet<>();

  private final LinkedHashSet<String> ofProject = new LinkedHashSet<>();
  private @Nullable ExecutorService writer;
  private boolean closed;
  private boolean projectUnreadable;

  private volatile Optional<String> problem = Optional.empty();
  private volatile Optional<String> told = Optional.empty();
  private volatile boolean databaseBroken;
  private volatile long databaseBrokenAt;

  public PromptHistory(Path file) {
    this(file, "", Optional.empty());
  }

  /// @param project the root of the project in which is typed
  public PromptHistory(Path file, Path project) {
    this(
        file,
        project.toAbsolutePath().toString(),
        Optional.of(folder(file).resolve(name(project.toAbsolutePath().toString()))));
  }

  private static Path folder(Path file) {
    return file.resolveSibling(file.getFileName() + ".d");
  }

  private static String name(String path) {
    return HexFormat.of().toHexDigits(LongTexts.hash(path));
  }

  private PromptHistory(Path file, String project, Optional<Path> projectFile) {
    this.project = project;
    this.longTexts = new LongTexts(folder(file).resolve("long"));
    this.file = new HistoryFile(file);
    this.projectFile = projectFile.map(HistoryFile::new);
    this.drafts = new Drafts(projectFile.orElse(file));
    this.database = new PromptDatabase(file.resolveSibling("history.db"));
  }

  /// Prompts of this project with all these words, the latest first: the last ones, and those of
  /// the database where it works. Waits for the database.
  public List<String> search(String words) {
    List<String> known = entries();
    if (databaseBroken && System.nanoTime() - databaseBrokenAt < LEFT_ALONE_NANOS) {
      return searchLast(words, known);
    }
    try {
      databaseBroken = false;
      var found = new LinkedHashSet<>(searchLast(words, known));
      found.addAll(database.search(words, project, everywhere()));
      return List.copyOf(found);
    } catch (SQLException | IOException broken) {
      databaseBroken = true;
      databaseBrokenAt = System.nanoTime();
      problem =
          Optional.of(
              "cannot search the history of prompts beyond the last "
                  + known.size()
                  + ": "
                  + database.trouble(broken));
      return searchLast(words, known);
    }
  }

  /// The same, later. A search that another one has overtaken finds nothing.
  public CompletableFuture<List<String>> searchSoon(String words) {
    long number = searches.incrementAndGet();
    var found = new CompletableFuture<List<String>>();
    boolean searched =
        later(() -> found.complete(number == searches.get() ? search(words) : List.of()));
    if (!searched) {
      found.complete(List.of());
    }
    return found;
  }

  /// What was typed in all projects and fits into a database.
  private List<String> everywhere() {
    synchronized (lock) {
      return entries.stream()
          .filter(entry -> !LongTexts.isLong(entry) && !LongTexts.isReference(entry))
          .toList();
    }
  }

  private static List<String> searchLast(String words, List<String> known) {
    var found = new ArrayList<String>();
    for (String entry : known.reversed()) {
      if (ListMenu.matches(entry, words)) {
        found.add(entry);
      }
    }
    return found;
  }

  /// Does something on the thread that writes, after all else that is to be done there. Answers
  /// false if nothing is written any more.
  private boolean later(Runnable task) {
    synchronized (lock) {
      if (closed) {
        return false;
      }
      if (writer == null) {
        writer =
            Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("prompt-history").factory());
      }
      try {
        writer.execute(task);
        return true;
      } catch (RejectedExecutionException over) {
        return false;
      }
    }
  }

  /// Somebody leaves: what they have not sent is the last entry.
  public void leave(String draft) {
    add(draft);
    later(() -> keepDraft(""));
    close();
  }

  /// Waits until everything is written that was to be written.
  void settle() {
    var done = new CompletableFuture<Void>();
    if (later(() -> done.complete(null))) {
      done.join();
    }
  }

  /// Waits for what is still to be written.
  public void close() {
    ExecutorService writing;
    synchronized (lock) {
      closed = true;
      writing = writer;
    }
    if (writing != null) {
      writing.shutdown();
      try {
        if (!writing.awaitTermination(LEAVING.toMillis(), TimeUnit.MILLISECONDS)) {
          writing.shutdownNow();
          return;
        }
      } catch (InterruptedException leaving) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    database.close();
  }

  /// Reads the files, and shortens them when they have grown. What a program has left that was
  /// killed comes soon after.
  public void load() {
    load(file, entries);
    boolean read = projectFile.map(own -> load(own, ofProject)).orElse(true);
    boolean longOnes;
    synchronized (lock) {
      projectUnreadable = !read;
      longOnes =
          entries.stream().anyMatch(LongTexts::isReference)
              || ofProject.stream().anyMatch(LongTexts::isReference);
    }
    if (longOnes) {
      later(this::takeLongTexts);
    }
    later(this::takeDrafts);
  }

  /// Puts long texts in the places of what stands for them; they took no time at the start.
  private void takeLongTexts() {
    var texts = new HashMap<String, String>();
    List<String> references;
    synchronized (lock) {
      references =
          Stream.concat(entries.stream(), ofProject.stream())
              .filter(LongTexts::isReference)
              .distinct()
              .toList();
    }
    for (String reference : references) {
      try {
        longTexts.read(reference).ifPresent(text -> texts.put(reference, text));
      } catch (IOException unreadable) {
        fail("read", unreadable);
      }
    }
    synchronized (lock) {
      putIn(entries, texts);
      putIn(ofProject, texts);
    }
  }

  private static void putIn(SequencedSet<String> among, Map<String, String> texts) {
    var whole = new LinkedHashSet<String>();
    for (String entry : among) {
      String text = LongTexts.isReference(entry) ? texts.get(entry) : entry;
      if (text != null) {
        whole.add(text);
      }
    }
    among.clear();
    among.addAll(whole);
  }

  /// Answers whether what was found is a history.
  private boolean load(HistoryFile from, SequencedSet<String> into) {
    HistoryFile.Content content;
    try {
      content = from.read();
    } catch (NoSuchFileException none) {
      return true;
    } catch (IOException unreadable) {
      fail("read", unreadable);
      return false;
    }
    Optional<String> damage = from.damage(content);
    if (damage.isPresent()) {
      problem = damage;
    }
    if (content.isStrange()) {
      return false;
    }
    synchronized (lock) {
      content.texts().forEach(text -> remember(text, into));
      if (content.lines() > 2 * ENTRIES && damage.isEmpty()) {
        List<String> kept = List.copyOf(into);
        later(() -> shorten(from, kept));
      }
    }
    return true;
  }

  private void shorten(HistoryFile grown, List<String> kept) {
    try {
      grown.write(kept);
    } catch (IOException unwritable) {
      fail("shorten", unwritable);
    }
  }

  private void takeDrafts() {
    try {
      drafts.takeLeft().forEach(this::add);
    } catch (IOException unreadable) {
      fail("read", unreadable);
    }
  }

  /// What was typed in this project; in all of them where no project is known, or its own file
  /// cannot be read and nothing was typed since.
  public List<String> entries() {
    synchronized (lock) {
      boolean all = projectFile.isEmpty() || (projectUnreadable && ofProject.isEmpty());
      return (all ? entries : ofProject)
          .stream().filter(entry -> !LongTexts.isReference(entry)).toList();
    }
  }

  /// Whether a text may be kept. Like in a shell, one that begins with a space is not; and nothing
  /// that follows `/login`, where a key may have been typed by mistake.
  private static boolean keeps(String text) {
    String entry = text.strip();
    return !entry.isEmpty()
        && !text.startsWith(" ")
        && !entry.startsWith("/login ")
        && entry.length() <= LongTexts.LONGEST;
  }

  /// Adds a text at the end, if it may be kept.
  public void add(String text) {
    if (!keeps(text)) {
      if (text.length() > LongTexts.LONGEST) {
        problem =
            Optional.of(
                "a prompt of %d characters is not kept in the history, which takes %d"
                    .formatted(text.length(), LongTexts.LONGEST));
      }
      return;
    }
    String entry = text.strip();
    synchronized (lock) {
      if (isNew(entry, entries)) {
        later(
            () -> {
              keep(file, entry);
              if (!LongTexts.isLong(entry)) {
                database.add(entry, project);
              }
            });
      }
      projectFile.ifPresent(
          own -> {
            if (isNew(entry, ofProject)) {
              later(() -> keep(own, entry));
            }
          });
    }
  }

  /// Somebody has typed: what stands in the editor is kept, soon.
  ///
  /// @param text asked later, on another thread
  public void typed(Supplier<String> text) {
    if (draftDue.compareAndSet(false, true)) {
      Thread.ofPlatform()
          .daemon()
          .name("draft")
          .start(
              () -> {
                try {
                  Thread.sleep(DRAFT_PAUSE);
                } catch (InterruptedException unexpected) {
                  Thread.currentThread().interrupt();
                }
                draftDue.set(false);
                later(() -> keepDraft(text.get()));
              });
    }
  }

  private void keepDraft(String text) {
    try {
      drafts.keep(keeps(text) ? text.strip() : "");
    } catch (IOException unwritable) {
      fail("write", unwritable);
    }
  }

  /// Remembers an entry as the last one; answers false if it was that already.
  private static boolean isNew(String entry, SequencedSet<String> among) {
    boolean known = !among.isEmpty() && among.getLast().equals(entry);
    remember(entry, among);
    return !known;
  }

  private void keep(HistoryFile in, String entry) {
    try {
      if (LongTexts.isLong(entry)) {
        longTexts.keep(entry);
        in.append(LongTexts.reference(entry));
      } else {
        in.append(entry);
      }
    } catch (IOException unwritable) {
      fail("write", unwritable);
    }
  }

  /// Why the history is not kept, or not whole.
  public Optional<String> problem() {
    return problem;
  }

  /// The same, once for each.
  public Optional<String> untoldProblem() {
    Optional<String> now = problem;
    boolean other = !now.equals(told);
    told = now;
    return other ? now : Optional.empty();
  }

  private static void remember(String entry, SequencedSet<String> among) {
    among.remove(entry);
    among.add(entry);
    if (among.size() > ENTRIES) {
      among.removeFirst();
    }
    if (LongTexts.isLong(entry)) {
      LongTexts.tooMany(among).forEach(among::remove);
    }
  }

  private void fail(String doing, IOException cause) {
    problem = Optional.of("cannot " + doing + " the history of prompts: " + IoFailure.named(cause));
  }
}
