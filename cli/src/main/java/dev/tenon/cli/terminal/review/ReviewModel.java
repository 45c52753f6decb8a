package dev.tenon.cli.terminal.review;

import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.review.ApplyResult;
import dev.tenon.core.change.review.DiffBundle;
import dev.tenon.core.change.review.Review;
import dev.tenon.core.change.review.ReviewException;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.Transaction;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// A review that is going on: the staged hunks in their order, the one that is looked at, and what
/// was decided. The decisions themselves are the engine's ([Review]); nothing is written before
/// [#apply]. Used by one thread at a time.
public final class ReviewModel {
  private static final long LARGE = 1L << 20;
  private static final long PER_HUNK = 2048;

  private final StagedEditing editing;
  private final Review review;
  private final Map<String, String> reasons = new HashMap<>();

  /// What was rejected before this review began, of which everybody knows.
  private final Set<String> rejectedBefore = new HashSet<>();

  /// Of how many decisions of the engine each step of the person consists.
  private final Deque<Integer> steps = new ArrayDeque<>();

  private List<Item> items = List.of();
  private List<DiffBundle.FileDiff> files = List.of();
  private Map<String, String> conflicts = Map.of();
  private int current;

  /// Whether it takes longer than a key may to look at all of it again.
  private boolean large;

  /// Whether the patches have the numbers of now.
  private boolean exact = true;

  /// A hunk in its place.
  ///
  /// @param file which of the files
  /// @param number which hunk of the file, from 1
  public record Item(int file, int number, Hunk hunk) {
    boolean pending() {
      return hunk.status() == Hunk.Status.PENDING;
    }
  }

  public ReviewModel(StagedEditing editing) {
    this.editing = editing;
    this.review = editing.review();
    refresh("");
    for (Item item : items) {
      if (item.hunk.status() == Hunk.Status.REJECTED) {
        rejectedBefore.add(item.hunk.id());
      }
    }
    toUndecided(0, 1);
  }

  /// The number of hunks that are not on the disk and may still get there.
  public static int waiting(StagedEditing editing) {
    int count = 0;
    for (Hunk hunk : editing.review().bundle().hunks()) {
      count += hunk.status() == Hunk.Status.REJECTED ? 0 : 1;
    }
    return count;
  }

  /// The number of hunks about which nothing was decided.
  public static int pending(StagedEditing editing) {
    int count = 0;
    for (Hunk hunk : editing.review().bundle().hunks()) {
      count += hunk.status() == Hunk.Status.PENDING ? 1 : 0;
    }
    return count;
  }

  /// Looks at what is staged now, and at the hunk with this id if there is one.
  private void refresh(String at) {
    put(review.bundle().files(), at);
    exact = true;
  }

  private void put(List<DiffBundle.FileDiff> staged, String at) {
    var shown = new ArrayList<DiffBundle.FileDiff>();
    var all = new ArrayList<Item>();
    int found = -1;
    long size = 0;
    for (DiffBundle.FileDiff file : staged) {
      List<Hunk> hunks = file.hunks().stream().filter(ReviewModel::matters).toList();
      if (hunks.isEmpty()) {
        continue;
      }
      int number = 1;
      for (Hunk hunk : hunks) {
        if (hunk.id().equals(at)) {
          found = all.size();
        }
        all.add(new Item(shown.size(), number++, hunk));
        size += PER_HUNK + hunk.patch().length();
      }
      shown.add(
          hunks.size() == file.hunks().size()
              ? file
              : new DiffBundle.FileDiff(
                  file.path(), file.target(), file.baseSha256(), file.workingSha256(), hunks));
    }
    files = shown;
    items = all;
    large = size > LARGE;
    current = Math.clamp(found < 0 ? current : found, 0, Math.max(0, items.size() - 1));
  }

  /// An edit of the person's that they have taken back is no news to anybody.
  private static boolean matters(Hunk hunk) {
    return hunk.origin() != Origin.USER || hunk.status() != Hunk.Status.REJECTED;
  }

  public List<Item> items() {
    return items;
  }

  public List<DiffBundle.FileDiff> files() {
    return files;
  }

  public boolean isEmpty() {
    return items.isEmpty();
  }

  /// The hunk that is looked at; there has to be one.
  public Item current() {
    return items.get(current);
  }

  int place() {
    return current;
  }

  public DiffBundle.FileDiff file() {
    return files.get(current().file);
  }

  public int count(Hunk.Status status) {
    int count = 0;
    for (Item item : items) {
      count += item.hunk.status() == status ? 1 : 0;
    }
    return count;
  }

  /// The hunks of one file about which something was decided.
  int decided(int file) {
    int count = 0;
    for (Hunk hunk : files.get(file).hunks()) {
      count += hunk.status() == Hunk.Status.PENDING ? 0 : 1;
    }
    return count;
  }

  // Moving about.

  /// Looks at another hunk, by its place.
  void go(int place) {
    current = Math.clamp(place, 0, Math.max(0, items.size() - 1));
  }

  /// Looks at the first hunk of a file that is undecided, or at its first.
  void goToFile(int file) {
    int first = -1;
    for (int i = 0; i < items.size(); i++) {
      if (items.get(i).file == file) {
        first = first < 0 ? i : first;
        if (items.get(i).pending()) {
          current = i;
          return;
        }
      }
    }
    current = Math.max(0, first);
  }

  /// Looks at the next undecided hunk, or at the one before; around the end. False if there is no
  /// other.
  boolean next(int by) {
    return toUndecided(current + by, by);
  }

  private boolean toUndecided(int from, int by) {
    for (int i = 0; i < items.size(); i++) {
      int place = Math.floorMod(from + i * by, items.size());
      if (items.get(place).pending()) {
        boolean other = place != current;
        current = place;
        return other;
      }
    }
    return false;
  }

  /// Looks at the next hunk that has this in its lines or its name, around the end. False if none
  /// has.
  boolean search(String wanted) {
    String lower = wanted.toLowerCase(Locale.ROOT);
    for (int i = 1; i <= items.size(); i++) {
      int place = Math.floorMod(current + i, items.size());
      Item item = items.get(place);
      DiffBundle.FileDiff file = files.get(item.file);
      boolean has =
          HunkText.body(item.hunk).toLowerCase(Locale.ROOT).contains(lower)
              || file.path().toLowerCase(Locale.ROOT).contains(lower)
              || (file.target() != null && file.target().toLowerCase(Locale.ROOT).contains(lower));
      if (has) {
        current = place;
        return true;
      }
    }
    return false;
  }

  // Deciding. Each answers how many hunks got another status.

  int accept() throws ReviewException {
    return decide(review.accept(List.of(current().hunk.id())), Hunk.Status.ACCEPTED);
  }

  int reject(String reason) throws ReviewException {
    reasons.put(current().hunk.id(), reason.strip());
    return decide(review.reject(List.of(current().hunk.id())), Hunk.Status.REJECTED);
  }

  /// Accepts what is undecided in the file, or all of it if nothing is.
  int acceptFile() throws ReviewException {
    return decide(review.accept(openOf(current().file)), Hunk.Status.ACCEPTED);
  }

  int rejectFile(String reason) throws ReviewException {
    List<String> ids = openOf(current().file);
    ids.forEach(id -> reasons.put(id, reason.strip()));
    return decide(review.reject(ids), Hunk.Status.REJECTED);
  }

  int acceptAll() throws ReviewException {
    return decide(review.acceptAll(), Hunk.Status.ACCEPTED);
  }

  int rejectPending(String reason) throws ReviewException {
    var ids = new ArrayList<String>();
    for (Item item : items) {
      if (item.pending()) {
        ids.add(item.hunk.id());
        reasons.put(item.hunk.id(), reason.strip());
      }
    }
    return decide(review.reject(ids), Hunk.Status.REJECTED);
  }

  private List<String> openOf(int file) {
    var pending = new ArrayList<String>();
    var all = new ArrayList<String>();
    for (Hunk hunk : files.get(file).hunks()) {
      all.add(hunk.id());
      if (hunk.status() == Hunk.Status.PENDING) {
        pending.add(hunk.id());
      }
    }
    return pending.isEmpty() ? all : pending;
  }

  private int decide(Collection<String> changed, Hunk.Status status) {
    if (!changed.isEmpty()) {
      steps.push(1);
    }
    String at = current().hunk.id();
    if (large) {
      // Where lines moved, the numbers of their hunks are behind until somebody needs them.
      put(decided(Set.copyOf(changed), status), at);
      exact = false;
    } else {
      refresh(at);
    }
    return changed.size();
  }

  private List<DiffBundle.FileDiff> decided(Set<String> changed, Hunk.Status status) {
    var all = new ArrayList<DiffBundle.FileDiff>();
    for (DiffBundle.FileDiff file : files) {
      var hunks = new ArrayList<Hunk>();
      for (Hunk hunk : file.hunks()) {
        hunks.add(changed.contains(hunk.id()) ? hunk.with(status) : hunk);
      }
      all.add(
          new DiffBundle.FileDiff(
              file.path(), file.target(), file.baseSha256(), file.workingSha256(), hunks));
    }
    return all;
  }

  /// Takes the latest step back and looks at what it was about. The way back goes beyond this
  /// review, as far as nothing was written since.
  int undo() throws ReviewException {
    int count = steps.isEmpty() ? 1 : steps.peek();
    var changed = new LinkedHashSet<String>();
    for (int i = 0; i < count; i++) {
      changed.addAll(review.undo());
    }
    steps.poll();
    refresh("");
    for (int i = 0; i < items.size(); i++) {
      if (changed.contains(items.get(i).hunk.id())) {
        current = i;
        break;
      }
    }
    return changed.size();
  }

  /// Splits the hunk. Answers the number of its parts.
  ///
  /// @param line the number of the line, as it is shown, with which the second part begins; empty
  ///   for its natural boundaries
  int split(OptionalInt line) throws ReviewException {
    OptionalInt within = OptionalInt.empty();
    if (line.isPresent()) {
      // The number is one of those that were shown, be they of now or not.
      within = OptionalInt.of(ShownLines.place(current().hunk, line.getAsInt()));
    }
    List<String> parts = review.split(current().hunk.id(), within);
    String reason = reasons.getOrDefault(current().hunk.id(), "");
    parts.forEach(part -> reasons.put(part, reason));
    refresh(parts.isEmpty() ? "" : parts.getFirst());
    return parts.size();
  }

  // Writing its lines in another way.

  /// Something that cannot be edited, and why.
  public static final class NotEditableException extends Exception {
    private static final long serialVersionUID = 1L;

    NotEditableException(String message) {
      super(message);
    }
  }

  /// The new lines of the hunk, as they are in the working text.
  HunkRegion region() throws NotEditableException {
    if (!exact) {
      refresh(current().hunk.id());
    }
    Hunk hunk = current().hunk;
    if (hunk.status() == Hunk.Status.REJECTED) {
      throw new NotEditableException(
          "It is rejected, so its lines are not there; u takes that back.");
    }
    DiffBundle.FileDiff file = file();
    String path = file.target() == null ? file.path() : file.target();
    try {
      Optional<HunkRegion> region =
          hunk.kind() == Hunk.Kind.DELETE || hunk.kind() == Hunk.Kind.MOVE
              ? Optional.empty()
              : editing.current(path) instanceof FileState.Existing existing
                  ? HunkRegion.of(hunk, existing)
                  : Optional.empty();
      return region.orElseThrow(
          () -> new NotEditableException("It has no lines that can be edited on their own."));
    } catch (PlanException unreadable) {
      throw new NotEditableException(String.valueOf(unreadable.getMessage()));
    }
  }

  /// Puts other lines in place of these and accepts the hunk with them. The edit is the person's.
  /// If it does not fit any more, everything stays as it was.
  void edited(HunkRegion region, String text)
      throws ReviewException, CommitException, IOException, NotEditableException {
    if (text.equals(region.text()) || text.isBlank()) {
      throw new NotEditableException(
          text.isBlank()
              ? "Nothing was left of it, so it stays as it was; r rejects it."
              : "Nothing was changed.");
    }
    String id = current().hunk.id();
    Set<String> before = ids();
    editing.together(
        () -> {
          editing.type(
              new Transaction(List.of(new FileChange.Update(region.file(), region.with(text)))),
              Attribution.user("review"));
          var accepted = new ArrayList<String>(List.of(id));
          for (Hunk hunk : review.bundle().hunks()) {
            if (hunk.origin() == Origin.USER && !before.contains(hunk.id())) {
              accepted.add(hunk.id());
            }
          }
          return review.accept(accepted);
        });
    steps.push(2);
    refresh(id);
  }

  private Set<String> ids() {
    var ids = new HashSet<String>();
    review.bundle().hunks().forEach(hunk -> ids.add(hunk.id()));
    return ids;
  }

  // The end.

  /// Looks at the disk: which files are not what they were when they were staged.
  void compareWithDisk() {
    try {
      conflicts = review.conflicts();
    } catch (CommitException | IOException unreadable) {
      // The apply will say so, and write nothing.
      conflicts = Map.of();
    }
  }

  /// What is wrong with a file on the disk, if anything is.
  Optional<String> conflict(DiffBundle.FileDiff file) {
    String how = conflicts.get(file.path());
    String target = file.target();
    return Optional.ofNullable(how == null && target != null ? conflicts.get(target) : how);
  }

  /// Looks at the first file that stands in the way.
  void goToConflict() {
    for (int i = 0; i < files.size(); i++) {
      if (conflict(files.get(i)).isPresent()) {
        goToFile(i);
        return;
      }
    }
  }

  /// Writes what was accepted, all of it or nothing, and forgets what was rejected in files with
  /// nothing else to decide about.
  public ApplyResult apply() throws IOException, CommitException {
    ApplyResult applied = review.apply(Review.Rest.PENDING);
    steps.clear();
    refresh("");
    return applied;
  }

  /// What was rejected in this review.
  public List<Rejection> rejections() {
    var all = new ArrayList<Rejection>();
    for (Item item : items) {
      Hunk hunk = item.hunk;
      if (hunk.status() == Hunk.Status.REJECTED && !rejectedBefore.contains(hunk.id())) {
        all.add(new Rejection(files.get(item.file).path(), HunkText.body(hunk), reason(hunk)));
      }
    }
    return all;
  }

  /// How many steps of the person can be taken back.
  int decisions() {
    return steps.size();
  }

  /// Why the model made it, in its own words; empty if it did not say.
  String rationale(Hunk hunk) {
    return String.join("\n", review.reasons(hunk));
  }

  String reason(Hunk hunk) {
    return reasons.getOrDefault(hunk.id(), "");
  }
}
