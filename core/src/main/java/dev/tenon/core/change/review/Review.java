package dev.tenon.core.change.review;

import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.change.weave.Layer;
import dev.tenon.core.change.weave.StagedChange;
import dev.tenon.core.change.weave.StagedHunk;
import dev.tenon.core.change.weave.WorkingBuffer;
import dev.tenon.core.change.weave.WovenLayer;
import dev.tenon.core.text.TextFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Decides about staged hunks. A hunk in the working buffer is pending or accepted; rejecting it
/// takes it out of the buffer again. A hunk that was made on top of another shares its fate where
/// it must: accepting it accepts what it requires, rejecting one rejects what requires it.
///
/// Every decision can be undone until hunks are applied. Safe for several threads.
public final class Review {
  private final StagedState staging;
  private final Journal journal;

  Review(StagedState staging, Journal journal) {
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
      return new BundleBuilder(staging).bundle();
    } finally {
      staging.lock.unlock();
    }
  }

  /// A selection of the hunks as it is now.
  public PinnedSelection pinned(Selection selection) {
    return PinnedSelection.of(bundle(), selection);
  }

  /// What was said about the changes of which a hunk consists when they were made, each once.
  public List<String> reasons(Hunk hunk) {
    staging.lock.lock();
    try {
      return reasons(hunk, staging.allHunks().get(hunk.id()));
    } finally {
      staging.lock.unlock();
    }
  }

  /// The same of all hunks about which something was said, by their ids.
  public Map<String, List<String>> reasons() {
    staging.lock.lock();
    try {
      Map<String, StagedState.Placed> all = staging.allHunks();
      var reasons = new LinkedHashMap<String, List<String>>();
      for (Hunk hunk : bundle().hunks()) {
        List<String> said = reasons(hunk, all.get(hunk.id()));
        if (!said.isEmpty()) {
          reasons.put(hunk.id(), said);
        }
      }
      return reasons;
    } finally {
      staging.lock.unlock();
    }
  }

  private static List<String> reasons(Hunk hunk, StagedState.@Nullable Placed placed) {
    var reasons = new LinkedHashSet<String>();
    if (placed != null) {
      Layer layer = placed.buffer().layers().get(placed.hunk().layer()).layer();
      for (StagedChange change : layer.changes()) {
        if (hunk.changeIds().contains(change.id()) && !change.by().reason().isEmpty()) {
          reasons.add(change.by().reason());
        }
      }
    }
    return List.copyOf(reasons);
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

  /// Splits a hunk that is too large to be decided about as one, or that is to have two fates. Its
  /// parts share its decision until they get their own. Answers their ids.
  ///
  /// @param line the line of the hunk's new text with which the second part begins, from 1 (of its
  ///   old text, if it only removes); without one it is split at blank lines, at the ends of
  ///   paragraphs and sentences, or into parts of the allowed size
  public List<String> split(String hunk, OptionalInt line) throws ReviewException {
    staging.lock.lock();
    try {
      return new HunkSplitter(staging).split(hunk, line);
    } finally {
      staging.lock.unlock();
    }
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
  public ApplyResult apply(Rest rest) throws CommitException, IOException {
    return apply(rest, nextCommit());
  }

  /// The files at which an apply would fail, by their paths, each with what is wrong: they are not
  /// what they were when they were staged. Rejecting their hunks lets the others be applied.
  public Map<String, String> conflicts() throws CommitException, IOException {
    staging.lock.lock();
    try {
      return new HunkWriter(staging, journal).conflicts();
    } finally {
      staging.lock.unlock();
    }
  }

  /// A name for a commit that is about to be made.
  public static String nextCommit() {
    return Journal.newId();
  }

  /// Applies under a name from [#nextCommit], so that [#applied] knows after a crash whether it
  /// happened.
  public ApplyResult apply(Rest rest, String commit) throws CommitException, IOException {
    staging.lock.lock();
    try {
      return new HunkWriter(staging, journal).apply(rest, commit);
    } catch (IOException broken) {
      takeBack(broken);
      throw broken;
    } finally {
      staging.lock.unlock();
    }
  }

  /// A commit that the journal could not finish is taken back by whoever opens the journal next,
  /// which is us.
  private void takeBack(IOException broken) throws CommitException {
    try {
      journal.undone();
    } catch (IOException still) {
      broken.addSuppressed(still);
    }
  }

  /// Whether a commit of this name was made; what was half done is taken back first.
  public boolean happened(String commit) throws CommitException, IOException {
    return !journal.changesOf(commit).isEmpty();
  }

  /// Does what is left of an apply whose program died after its commit: whatever is accepted now
  /// counts as written.
  public ApplyResult applied(Rest rest, String commit) throws CommitException, IOException {
    staging.lock.lock();
    try {
      return new HunkWriter(staging, journal).settle(rest, journal.changesOf(commit));
    } finally {
      staging.lock.unlock();
    }
  }

  /// Whether a prompt has staged something that is neither rejected nor on the disk.
  public boolean stages(String checkpoint) {
    staging.lock.lock();
    try {
      return !staged(checkpoint, Hunk.Status.PENDING, Hunk.Status.ACCEPTED).isEmpty();
    } finally {
      staging.lock.unlock();
    }
  }

  /// Drops what a prompt has staged and what was made on top of it. Other changes stay, and so does
  /// what is on the disk. Answers the ids of the hunks.
  public List<String> drop(String checkpoint) throws ReviewException {
    staging.lock.lock();
    try {
      var resolver = new HunkResolver(staging);
      Map<String, Hunk.Status> rejected =
          resolver.reject(staged(checkpoint, Hunk.Status.PENDING, Hunk.Status.ACCEPTED));
      resolver.validate(rejected);
      rejected.forEach(staging.decisions::set);
      staging.decided(rejected.keySet());
      for (WorkingBuffer buffer : staging.buffers()) {
        if (staging.active(buffer).isEmpty()) {
          staging.remove(buffer);
        }
      }
      staging.decisions.forgetWays();
      staging.tidy();
      return List.copyOf(rejected.keySet());
    } finally {
      staging.lock.unlock();
    }
  }

  private List<String> staged(String checkpoint, Hunk.Status... wanted) {
    var ids = new ArrayList<String>();
    for (WorkingBuffer buffer : staging.buffers()) {
      for (StagedHunk hunk : buffer.hunks()) {
        Layer layer = buffer.layers().get(hunk.layer()).layer();
        if (layer.checkpoint().equals(checkpoint)
            && layer.origin() != Origin.USER
            && List.of(wanted).contains(staging.decisions.of(hunk.id()))) {
          ids.add(hunk.id());
        }
      }
    }
    return ids;
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

  /// What becomes of hunks that leave the working buffers.
  public enum Fate {
    /// Accepted ones are written.
    APPLIED,
    /// None is.
    DROPPED
  }

  /// Keeps what every prompt has staged, so that [#checkpoint], [#compare] and the rollbacks know
  /// it when it has left the working buffers. To be done before it leaves them.
  public void archive(Fate fate) throws IOException {
    staging.lock.lock();
    try {
      var prompts = new LinkedHashSet<String>();
      for (WorkingBuffer buffer : staging.buffers()) {
        for (WovenLayer layer : buffer.layers()) {
          if (layer.layer().origin() != Origin.USER && !layer.layer().checkpoint().isEmpty()) {
            prompts.add(layer.layer().checkpoint());
          }
        }
      }
      for (String prompt : prompts) {
        archive().keep(staging, prompt, status -> after(status, fate));
      }
    } finally {
      staging.lock.unlock();
    }
  }

  private static Hunk.Status after(Hunk.Status status, Fate fate) {
    boolean written =
        status == Hunk.Status.APPLIED || (status == Hunk.Status.ACCEPTED && fate == Fate.APPLIED);
    return written ? Hunk.Status.APPLIED : Hunk.Status.REJECTED;
  }

  private RunArchive archive() {
    return new RunArchive(journal, staging.guard);
  }

  /// What the changes of a prompt are, in the working buffers or archived.
  public StagedCheckpoint checkpoint(String id) throws IOException {
    staging.lock.lock();
    try {
      StagedCheckpoint live = new BundleBuilder(staging).checkpoint(id);
      Optional<StagedState> past = archive().read(id);
      return past.isPresent() ? live.with(new BundleBuilder(past.get()).checkpoint(id)) : live;
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
      return new Compare3Builder(staging, journal)
          .compare(checkpoint, path, archive().read(checkpoint));
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

  /// The text of a file without what is staged for it and not on the disk yet; nothing when it is
  /// to be created, or is no text.
  public Optional<String> base(String path) throws ReviewException {
    staging.lock.lock();
    try {
      WorkingBuffer buffer = file(path);
      Content base = buffer.content(staging.applied(buffer));
      return Optional.ofNullable(base).flatMap(Content::text).map(TextFile::lf);
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
    Map<String, Hunk.Status> of(HunkResolver resolver) throws ReviewException;
  }

  private List<String> decide(Choice choice) throws ReviewException {
    staging.lock.lock();
    try {
      var resolver = new HunkResolver(staging);
      Map<String, Hunk.Status> changed = choice.of(resolver);
      if (!changed.isEmpty()) {
        resolver.validate(changed);
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
      new HunkResolver(staging).validate(changed);
      changed.forEach(staging.decisions::set);
      to.push(from.pop());
      staging.decided(changed.keySet());
      return List.copyOf(changed.keySet());
    } finally {
      staging.lock.unlock();
    }
  }
}
