package dev.tenon.core.change.effects;

import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.FileImage;
import dev.tenon.core.change.journal.FolderLock;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.state.FileFingerprint;
import dev.tenon.core.workspace.state.StateScan;
import dev.tenon.core.workspace.state.TreeState;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Brings what commands do to the files into the journal. Before a command the state of all
/// writable roots is taken and the contents that are not kept yet are put aside; after it the state
/// is taken again and the difference is recorded as one commit. A command whose program died is
/// finished by the next one that opens the journal.
///
/// Whatever else changes files while a command runs is taken for its doing, except for what the
/// journal knows better. One per conversation; safe for several threads.
public final class ShellEffects {
  /// A project with more names is too large to be looked at twice for each call.
  private static final int FEW_NAMES = 100;

  private final Workspace workspace;
  private final Journal journal;
  private final EffectLimits limits;
  private final PreImages images;
  private final PreImages single;
  private final NamedFiles named;
  private final EffectRecord record;
  private final FolderLock lock;
  private final Path ownState;
  private final Set<String> saidIgnored = ConcurrentHashMap.newKeySet();
  private final Set<Watch> running = ConcurrentHashMap.newKeySet();

  /// How many names there were the last time, as far as anybody looked.
  private volatile int names;

  /// What has changed since the last command; used under the lock.
  private final Set<String> sinceCommand = new TreeSet<>();

  public ShellEffects(Workspace workspace, Journal journal, EffectLimits limits) {
    this.workspace = workspace;
    this.journal = journal;
    this.limits = limits;
    Path folder = journal.folder().resolve("shell");
    this.images = new PreImages(folder, workspace.sandbox(), limits);
    this.single = new PreImages(journal.folder().resolve("hooks"), workspace.sandbox(), limits);
    this.named = new NamedFiles(workspace.sandbox());
    this.record = new EffectRecord(workspace, journal);
    this.lock = new FolderLock(folder.resolve("lock"));
    this.ownState = stateFolder(journal.folder());
  }

  /// The state folder, as a scan would come across it.
  private static Path stateFolder(Path journal) {
    Path projects = journal.toAbsolutePath().getParent();
    Path state = projects == null ? null : projects.getParent();
    try {
      return state == null ? journal : state.toRealPath();
    } catch (IOException notThereYet) {
      return state.normalize();
    }
  }

  /// Takes the state before a command.
  public CommandWatch watch(Attribution by) throws InterruptedException {
    return taken(
        () -> {
          TreeState state = scan(null, limits.names());
          return state.reach() == TreeState.Reach.ALL
              ? begun(state, List.of(), by, prompt())
              : unwatched("the project has more than " + limits.names() + " files and folders");
        });
  }

  /// The same before a hook, which must not take long: in a large project only files that are
  /// likely to change are looked at. What has changed outside is kept for the next command.
  public CommandWatch watchHook(Attribution by, HookExtent extent) throws InterruptedException {
    List<String> files = named.add(extent.files());
    String prompt =
        switch (extent.turn()) {
          case THIS -> prompt();
          case NEXT -> journal.comingPrompt();
        };
    int most =
        switch (extent.look()) {
          case EVERYTHING -> limits.names();
          case EVERYTHING_IF_SMALL -> names > FEW_NAMES ? 0 : FEW_NAMES;
          case FILES -> 0;
        };
    return taken(
        () -> {
          TreeState state = most == 0 ? null : scan(null, most);
          if (state == null || state.reach() != TreeState.Reach.ALL) {
            return begun(named.all(), by, prompt);
          }
          List<String> hidden = files.stream().filter(file -> state.leftOut(file) != null).toList();
          CommandWatch watch = begun(state, List.of(), by, prompt);
          return hidden.isEmpty() ? watch : CommandWatch.both(watch, begun(hidden, by, prompt));
        });
  }

  private String prompt() {
    return journal.currentPrompt().map(Checkpoint::id).orElse("");
  }

  private interface Beginning {
    CommandWatch begin() throws IOException, InterruptedException;
  }

  private CommandWatch taken(Beginning beginning) throws InterruptedException {
    if (limits.use() == EffectLimits.Use.OFF) {
      return CommandWatch.none();
    }
    try (FolderLock.Held _ = lock.take()) {
      return beginning.begin();
    } catch (ClosedByInterruptException | FileLockInterruptionException stopped) {
      Thread.interrupted();
      throw (InterruptedException) new InterruptedException("stopped").initCause(stopped);
    } catch (IOException refused) {
      return unwatched(String.valueOf(refused.getMessage()));
    }
  }

  private CommandWatch begun(List<String> files, Attribution by, String prompt)
      throws IOException, InterruptedException {
    return files.isEmpty()
        ? CommandWatch.none()
        : begun(NamedFiles.state(workspace.sandbox(), files), files, by, prompt);
  }

  /// @param only the files that the state is of; empty for all
  private CommandWatch begun(TreeState state, List<String> only, Attribution by, String prompt)
      throws IOException, InterruptedException {
    List<RunningCommand> others = RunningCommand.all(journal.folder());
    PreImages kept = images(only);
    PreImages.Secured secured =
        kept.secure(state, others.isEmpty() ? PreImages.Others.NONE : PreImages.Others.SOME);
    RunningCommand note =
        RunningCommand.begin(
            journal.folder(), kept.length(), state, only, by, journal.session(), prompt);
    if (!only.isEmpty()) {
      return new Watch(state, secured, List.of(), note, false);
    }
    sinceCommand.addAll(secured.changed());
    List<String> outside = List.of();
    if (by.origin() != Origin.HOOK) {
      outside = List.copyOf(sinceCommand);
      sinceCommand.clear();
    }
    boolean overlapped = others.stream().anyMatch(other -> other.only().isEmpty());
    var watch = new Watch(state, secured, outside, note, overlapped);
    running.forEach(other -> other.overlapped = true);
    running.add(watch);
    return watch;
  }

  /// Where contents are kept: those of single files apart, since whoever keeps all files takes one
  /// that is not named for gone.
  private PreImages images(List<String> only) {
    return only.isEmpty() ? images : single;
  }

  /// What all files are now. Unknown where nobody can look: effects are off, there are too many
  /// names, or the state folder refuses.
  public TreeFingerprints fingerprint() throws InterruptedException {
    return fingerprint(Map.of());
  }

  /// What all files would be with these in their places.
  ///
  /// @param instead by path; nothing for what would be gone
  public TreeFingerprints fingerprint(Map<String, Optional<FileImage>> instead)
      throws InterruptedException {
    if (limits.use() == EffectLimits.Use.OFF) {
      return TreeFingerprints.UNKNOWN;
    }
    try (FolderLock.Held _ = lock.take()) {
      TreeState state = scan(null, limits.names());
      if (state.reach() != TreeState.Reach.ALL) {
        return TreeFingerprints.UNKNOWN;
      }
      boolean others = !RunningCommand.all(journal.folder()).isEmpty();
      PreImages.Secured now =
          images.secure(state, others ? PreImages.Others.SOME : PreImages.Others.NONE);
      TreeDigest digest = now.digest().copy();
      instead.forEach(
          (path, image) -> {
            KnownFile there = now.known().get(path);
            digest.remove(path, there == null ? "" : TreeDigest.content(there));
            digest.add(path, TreeDigest.content(image.orElse(null)));
          });
      String word = digest.toString();
      sinceCommand.addAll(now.changed());
      return new TreeFingerprints(word, word, List.copyOf(sinceCommand));
    } catch (ClosedByInterruptException | FileLockInterruptionException stopped) {
      Thread.interrupted();
      throw (InterruptedException) new InterruptedException("stopped").initCause(stopped);
    } catch (IOException refused) {
      return TreeFingerprints.UNKNOWN;
    }
  }

  /// @param before the state before a command; null before one
  private TreeState scan(@Nullable TreeState before, int most) throws InterruptedException {
    TreeState state = new StateScan(workspace.sandbox(), ownState, most, before).scan();
    names = state.reach() == TreeState.Reach.ALL ? state.entries().size() : most + 1;
    return state;
  }

  /// The same names again.
  private TreeState scan(TreeState before, List<String> only) throws InterruptedException {
    return only.isEmpty()
        ? scan(before, limits.names())
        : NamedFiles.state(workspace.sandbox(), only);
  }

  /// A command whose effects cannot be found.
  private static CommandWatch unwatched(String why) {
    return new CommandWatch() {
      @Override
      public Confinement view() {
        return Confinement.none();
      }

      @Override
      public Effects finish() {
        return new Effects(
            Effects.Where.WRITTEN,
            List.of(),
            List.of(),
            List.of("what this command changed cannot be undone: " + why));
      }
    };
  }

  /// Finishes the commands of programs that died.
  public void recover() throws IOException, CommitException, InterruptedException {
    for (RunningCommand command : RunningCommand.all(journal.folder())) {
      if (!command.isOrphan()) {
        continue;
      }
      List<Change> changes;
      try (FolderLock.Held _ = lock.take()) {
        if (!Files.exists(command.file())) {
          continue;
        }
        PreImages kept = images(command.only());
        Map<String, KnownFile> known = kept.knownAt(command.length());
        var observation = observation(kept, known, command.before());
        List<ObservedChange> found = observation.compare(scan(command.before(), command.only()));
        changes = record.record(found, command);
        command.ended();
      }
      journal.warn(
          "Tenon ended while a "
              + (command.by().origin() == Origin.HOOK ? "hook" : "command")
              + " ran ("
              + command.by().tool()
              + ", "
              + command.begun()
              + "); "
              + changes.size()
              + " changes since then are recorded as its doing, and undo takes them back");
    }
  }

  private StateComparison observation(
      PreImages kept, Map<String, KnownFile> known, TreeState before) {
    return new StateComparison(workspace.sandbox(), kept, journal.blobs(), limits, known, before);
  }

  /// One command.
  private final class Watch implements CommandWatch {
    private final TreeState state;
    private final Map<String, KnownFile> known;
    private final PreImages.Secured secured;
    private final List<String> outside;
    private final RunningCommand note;
    private final AtomicReference<@Nullable Effects> result = new AtomicReference<>();
    private volatile boolean overlapped;

    Watch(
        TreeState state,
        PreImages.Secured secured,
        List<String> outside,
        RunningCommand note,
        boolean overlapped) {
      this.state = state;
      this.secured = secured;
      this.outside = outside;
      this.known = secured.known();
      this.note = note;
      this.overlapped = overlapped;
    }

    @Override
    public Confinement view() {
      return Confinement.none();
    }

    @Override
    public boolean tellsTrees() {
      return note.only().isEmpty();
    }

    @Override
    public synchronized Effects finish() {
      if (result.get() == null) {
        // An interrupt would close the files of the journal in the middle of it.
        Thread worker = Thread.ofPlatform().name("tenon-effects").start(this::observe);
        boolean interrupted = false;
        while (worker.isAlive()) {
          try {
            worker.join();
          } catch (InterruptedException later) {
            interrupted = true;
          }
        }
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
      Effects found = result.get();
      return found == null ? Effects.NONE : found;
    }

    private void observe() {
      try {
        result.set(found());
      } catch (IOException | CommitException | InterruptedException broken) {
        result.set(
            new Effects(
                Effects.Where.WRITTEN,
                List.of(),
                List.of(),
                List.of(
                    "what this command changed could not be recorded: " + broken.getMessage())));
      } finally {
        running.remove(this);
      }
    }

    private Effects found() throws IOException, CommitException, InterruptedException {
      TreeState after = scan(state, note.only());
      var observation = observation(images(note.only()), known, state);
      if (after.reach() != TreeState.Reach.ALL) {
        note.ended();
        return unwatched("it left more than " + limits.names() + " files and folders").finish();
      }
      List<ObservedChange> found = observation.compare(after);
      List<Change> changes = record.record(found, note);
      note.ended();
      var notes = new ArrayList<String>();
      if (overlapped && !changes.isEmpty()) {
        notes.add(
            "another command ran at the same time; what changed is recorded with the one that"
                + " ended first");
      }
      ignored(after).ifPresent(notes::add);
      unnamedFolders(after).ifPresent(notes::add);
      var missed = new ArrayList<>(observation.missed());
      missed.addAll(unnamed(after));
      return new Effects(
          Effects.Where.WRITTEN,
          EffectRecord.files(changes),
          missed,
          notes,
          tellsTrees() ? trees(found, missed, after) : TreeFingerprints.UNKNOWN);
    }

    private TreeFingerprints trees(
        List<ObservedChange> found, List<Effects.Missed> missed, TreeState after) {
      TreeDigest digest = secured.digest().copy();
      for (ObservedChange each : found) {
        KnownFile old = known.get(each.path());
        digest.remove(each.path(), old == null ? "" : TreeDigest.content(old));
        String target = each.target() == null ? each.path() : each.target();
        digest.add(target, TreeDigest.content(each.after()));
      }
      for (Effects.Missed each : missed) {
        KnownFile old = known.get(each.path());
        FileFingerprint now = after.entries().get(each.path());
        digest.remove(each.path(), old == null ? "" : TreeDigest.content(old));
        digest.add(each.path(), now == null ? "" : TreeDigest.unread(now));
      }
      return new TreeFingerprints(secured.digest().toString(), digest.toString(), outside);
    }

    /// What has changed under names that no journal can hold.
    private List<Effects.Missed> unnamed(TreeState after) {
      var names = new TreeSet<String>();
      after
          .unnamed()
          .forEach(
              (name, now) -> {
                if (!now.equals(state.unnamed().get(name))) {
                  names.add(name);
                }
              });
      for (String name : state.unnamed().keySet()) {
        if (!after.unnamed().containsKey(name)) {
          names.add(name);
        }
      }
      return names.stream().map(name -> new Effects.Missed(name, "its name is not UTF-8")).toList();
    }

    /// Says once of each folder without a name that nobody looks into it.
    private Optional<String> unnamedFolders(TreeState after) {
      var names = new TreeSet<String>();
      after
          .unnamed()
          .forEach(
              (name, now) -> {
                if (now.kind() == FileStat.Kind.FOLDER && saidIgnored.add(name)) {
                  names.add(name);
                }
              });
      return names.isEmpty()
          ? Optional.empty()
          : Optional.of(
              "what changes in folders whose names are not UTF-8 is not recorded: " + few(names));
    }

    /// Says once of each ignored name that it changed.
    private Optional<String> ignored(TreeState after) {
      var names = new TreeSet<String>();
      for (Map.Entry<String, FileFingerprint> each : after.ignored().entrySet()) {
        FileFingerprint old = state.ignored().get(each.getKey());
        if (!each.getValue().equals(old) && !known.containsKey(each.getKey())) {
          names.add(each.getKey());
        }
      }
      for (String path : state.ignored().keySet()) {
        if (!after.ignored().containsKey(path) && !after.entries().containsKey(path)) {
          names.add(path);
        }
      }
      names.removeIf(name -> !saidIgnored.add(name));
      if (names.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of("ignored files are not recorded: " + few(names));
    }
  }

  private static String few(Set<String> names) {
    var first = names.stream().limit(4).toList();
    return String.join(", ", first)
        + (names.size() > 4 ? " and " + (names.size() - 4) + " more" : "");
  }
}
