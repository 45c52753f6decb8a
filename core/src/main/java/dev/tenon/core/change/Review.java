package dev.tenon.core.change;

import java.io.IOException;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// Decides about staged hunks. A hunk in the working buffer is pending or accepted; rejecting it
/// takes it out of the buffer again. A hunk that was made on top of another shares its fate where
/// it must: accepting it accepts what it requires, rejecting one rejects what requires it.
///
/// Every decision can be undone until hunks are applied. Safe for several threads.
public final class Review {
  private final Staging staging;
  private final Journal journal;

  Review(Staging staging, Journal journal) {
    this.staging = staging;
    this.journal = journal;
  }

  /// What becomes of hunks about which nothing was decided when others are applied.
  public enum Rest {
    /// They wait for another decision.
    PENDING,
    /// They are dropped.
    DROPPED
  }

  /// The hunks as they are now.
  public DiffBundle bundle() {
    staging.lock.lock();
    try {
      return new Bundling(staging).bundle();
    } finally {
      staging.lock.unlock();
    }
  }

  /// Accepts these hunks. Answers the ids of all whose status changed.
  public List<String> accept(Collection<String> hunks) throws ReviewException {
    return decide(it -> it.accept(hunks));
  }

  /// Rejects these hunks: the working buffer has the lines of the base in their place again.
  public List<String> reject(Collection<String> hunks) throws ReviewException {
    return decide(it -> it.reject(hunks));
  }

  /// Takes back what was decided about these hunks.
  public List<String> reset(Collection<String> hunks) throws ReviewException {
    return decide(it -> it.reset(hunks));
  }

  /// Accepts exactly these hunks and rejects all others.
  public List<String> select(Collection<String> hunks) throws ReviewException {
    return decide(it -> it.select(hunks));
  }

  public List<String> acceptFile(String path) throws ReviewException {
    return decide(it -> it.accept(ofFile(path, Review::open)));
  }

  public List<String> rejectFile(String path) throws ReviewException {
    return decide(it -> it.reject(ofFile(path, Review::open)));
  }

  /// Accepts everything that is pending.
  public List<String> acceptAll() throws ReviewException {
    return decide(it -> it.accept(all(Hunk.Status.PENDING::equals)));
  }

  /// Rejects everything, accepted hunks too.
  public List<String> rejectAll() throws ReviewException {
    return decide(it -> it.reject(all(Review::open)));
  }

  /// Takes back the latest decision. Answers the ids of all hunks whose status changed.
  public List<String> undo() throws ReviewException {
    return turn(staging.decisions.undo(), staging.decisions.redo(), "undo", Decisions.Turn::before);
  }

  /// Takes the latest decision again that was taken back.
  public List<String> redo() throws ReviewException {
    return turn(staging.decisions.redo(), staging.decisions.undo(), "redo", Decisions.Turn::after);
  }

  /// Writes the accepted hunks to the disk, all of them or none, as one commit of the journal, in
  /// which a file is the user's if all its hunks are. A file that is not what it was when it was
  /// staged is a conflict: a [CommitException] of kind `STALE`, and nothing is written.
  public Applied apply(Rest rest) throws CommitException, IOException {
    staging.lock.lock();
    try {
      return new Applying(staging, journal).apply(rest);
    } finally {
      staging.lock.unlock();
    }
  }

  /// Forgets everything that is staged for a file, as if it had never been touched.
  public void discard(String path) throws ReviewException {
    staging.lock.lock();
    try {
      WorkingBuffer buffer = file(path);
      staging.remove(buffer);
      staging.decisions.forgetWays();
      staging.tidy();
    } finally {
      staging.lock.unlock();
    }
  }

  /// What the changes of a prompt are that are still staged.
  public StagedCheckpoint checkpoint(String id) {
    staging.lock.lock();
    try {
      return new Bundling(staging).checkpoint(id);
    } finally {
      staging.lock.unlock();
    }
  }

  /// A file now, before a prompt, and as the agent proposed it then; nothing if the prompt did not
  /// change the file.
  public Optional<Compare3> compare(String checkpoint, String path)
      throws IOException, CommitException {
    staging.lock.lock();
    try {
      return new Comparing(staging, journal).compare(checkpoint, path);
    } finally {
      staging.lock.unlock();
    }
  }

  /// The changes of a file in order, each with what has become of it.
  public Map<StagedChange, StagedChange.Status> log(String path) throws ReviewException {
    staging.lock.lock();
    try {
      return new ChangeLog(staging).of(file(path));
    } finally {
      staging.lock.unlock();
    }
  }

  private static boolean open(Hunk.Status status) {
    return status != Hunk.Status.APPLIED;
  }

  private List<String> all(Predicate<Hunk.Status> wanted) {
    return staging.allHunks().keySet().stream()
        .filter(hunk -> wanted.test(staging.decisions.of(hunk)))
        .toList();
  }

  private List<String> ofFile(String path, Predicate<Hunk.Status> wanted) throws ReviewException {
    return file(path).hunks().stream()
        .map(StagedHunk::id)
        .filter(hunk -> wanted.test(staging.decisions.of(hunk)))
        .toList();
  }

  private WorkingBuffer file(String path) throws ReviewException {
    WorkingBuffer found = staging.at(path).orElse(null);
    for (WorkingBuffer buffer : staging.buffers()) {
      boolean known =
          staging.placeOnDisk(buffer).path().equals(path)
              || staging.placeNow(buffer).path().equals(path);
      if (found == null && known) {
        found = buffer;
      }
    }
    if (found == null) {
      throw new ReviewException(
          ReviewException.Kind.UNKNOWN, List.of(), "nothing is staged for " + path);
    }
    return found;
  }

  @FunctionalInterface
  private interface Choice {
    Map<String, Hunk.Status> of(Deciding deciding) throws ReviewException;
  }

  private List<String> decide(Choice choice) throws ReviewException {
    staging.lock.lock();
    try {
      var deciding = new Deciding(staging);
      Map<String, Hunk.Status> changed = choice.of(deciding);
      if (!changed.isEmpty()) {
        deciding.validate(changed);
        staging.decisions.decide(changed);
        staging.decided(changed.keySet());
      }
      return List.copyOf(changed.keySet());
    } finally {
      staging.lock.unlock();
    }
  }

  private List<String> turn(
      Deque<Map<String, Decisions.Turn>> from,
      Deque<Map<String, Decisions.Turn>> to,
      String name,
      Function<Decisions.Turn, Hunk.Status> side)
      throws ReviewException {
    staging.lock.lock();
    try {
      Map<String, Decisions.Turn> turns = from.peek();
      if (turns == null) {
        throw new ReviewException(
            ReviewException.Kind.UNKNOWN, List.of(), "there is no decision to " + name);
      }
      var changed = new LinkedHashMap<String, Hunk.Status>();
      turns.forEach((hunk, turn) -> changed.put(hunk, side.apply(turn)));
      new Deciding(staging).validate(changed);
      changed.forEach(staging.decisions::set);
      to.push(from.pop());
      staging.decided(changed.keySet());
      return List.copyOf(changed.keySet());
    } finally {
      staging.lock.unlock();
    }
  }
}
