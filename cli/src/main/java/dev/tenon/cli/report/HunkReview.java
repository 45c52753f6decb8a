package dev.tenon.cli.report;

import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Goes through what is staged hunk by hunk, like `git add -p`, and applies what was accepted.
public final class HunkReview {
  private static final String KEYS =
      """
      y  accept this hunk
      n  reject it
      a  accept it and all that follow
      d  reject it and all that follow
      e  edit its new lines in $EDITOR, then accept it
      q  stop here; what is undecided waits
      """;

  private final StagedEditing editing;
  private final Review review;
  private final Person person;

  /// Who decides.
  public interface Person {
    void show(String text);

    /// A line, or nothing when the person leaves.
    Optional<String> ask(String question) throws InterruptedException;
  }

  /// What a review came to.
  ///
  /// @param applied null when nothing was accepted
  /// @param rejected the patches that the model should know were refused, with their files
  public record Outcome(Optional<ApplyResult> applied, List<String> rejected) {}

  public HunkReview(StagedEditing editing, Person person) {
    this.editing = editing;
    this.review = editing.review();
    this.person = person;
  }

  /// The number of hunks about which nothing was decided.
  public static int pending(StagedEditing editing) {
    int count = 0;
    for (DiffBundle.FileDiff file : editing.review().bundle().files()) {
      count += pendingOf(file).size();
    }
    return count;
  }

  private static List<Hunk> pendingOf(DiffBundle.FileDiff file) {
    return file.hunks().stream().filter(hunk -> hunk.status() == Hunk.Status.PENDING).toList();
  }

  /// Asks about every pending hunk and applies what is accepted.
  public Outcome run() throws InterruptedException, IOException, CommitException, ReviewException {
    Set<String> passed = new LinkedHashSet<>();
    var rejected = new ArrayList<String>();
    boolean going = true;
    while (going) {
      Optional<Place> place = next(passed);
      if (place.isEmpty()) {
        break;
      }
      going = decide(place.get(), passed, rejected);
    }
    return new Outcome(apply(), rejected);
  }

  /// Writes what was accepted; nothing when nothing was.
  public Optional<ApplyResult> apply() throws IOException, CommitException {
    boolean any =
        review.bundle().files().stream()
            .flatMap(file -> file.hunks().stream())
            .anyMatch(hunk -> hunk.status() == Hunk.Status.ACCEPTED);
    return any ? Optional.of(review.apply(Review.Rest.PENDING)) : Optional.empty();
  }

  private record Place(DiffBundle.FileDiff file, Hunk hunk, int number, int count) {}

  private Optional<Place> next(Set<String> passed) {
    for (DiffBundle.FileDiff file : review.bundle().files()) {
      List<Hunk> hunks = file.hunks();
      for (int i = 0; i < hunks.size(); i++) {
        Hunk hunk = hunks.get(i);
        if (hunk.status() == Hunk.Status.PENDING && !passed.contains(hunk.id())) {
          return Optional.of(new Place(file, hunk, i + 1, hunks.size()));
        }
      }
    }
    return Optional.empty();
  }

  private boolean decide(Place place, Set<String> passed, List<String> rejected)
      throws InterruptedException, IOException, CommitException, ReviewException {
    person.show(shown(place));
    while (true) {
      String answer =
          person
              .ask("Apply this hunk? [y,n,a,d,e,q,?]")
              .orElse("q")
              .strip()
              .toLowerCase(Locale.ROOT);
      switch (answer) {
        case "y", "yes" -> {
          review.accept(List.of(place.hunk.id()));
          return true;
        }
        case "n", "no" -> {
          reject(place, rejected);
          return true;
        }
        case "a", "all" -> {
          review.acceptAll();
          return false;
        }
        case "d", "none" -> {
          for (Optional<Place> each = next(passed); each.isPresent(); each = next(passed)) {
            reject(each.get(), rejected);
          }
          return false;
        }
        case "e", "edit" -> {
          if (edit(place)) {
            return true;
          }
        }
        case "q", "quit" -> {
          return false;
        }
        default -> person.show(KEYS);
      }
    }
  }

  private void reject(Place place, List<String> rejected) throws ReviewException {
    review.reject(List.of(place.hunk.id()));
    rejected.add(place.file.path() + "\n" + body(place.hunk));
  }

  /// The lines of a hunk, or what it does to a file that has none.
  public static String body(Hunk hunk) {
    return hunk.description().isEmpty() ? hunk.patch() : hunk.description() + "\n";
  }

  /// What a hunk does to the file as such, to be said behind its name; empty if it only changes it.
  public static String doing(Hunk hunk) {
    return switch (hunk.kind()) {
      case EDIT -> "";
      case CREATE -> ", new file";
      case DELETE -> ", deletes the file";
      case MOVE -> ", moves the file";
    };
  }

  private static String shown(Place place) {
    var text = new StringBuilder();
    text.append(SafeText.cell(place.file.path(), Page.Reach.LIVE));
    if (place.file.target() != null) {
      text.append(" → ").append(SafeText.cell(place.file.target(), Page.Reach.LIVE));
    }
    text.append("  hunk ").append(place.number).append(" of ").append(place.count);
    text.append(doing(place.hunk));
    if (place.hunk.origin() == Origin.USER) {
      text.append(", yours");
    }
    if (place.hunk.size() == Hunk.Size.OVERSIZED) {
      text.append(", large and not to be split");
    }
    return text.append('\n').append(body(place.hunk)).toString();
  }

  /// Lets the person write the new lines of the hunk in another way. Answers whether it was done.
  private boolean edit(Place place)
      throws InterruptedException, IOException, CommitException, ReviewException {
    String path = place.file.target() == null ? place.file.path() : place.file.target();
    String added = added(place.hunk.patch());
    FileState state;
    try {
      state = editing.current(path);
    } catch (PlanException unreadable) {
      person.show(String.valueOf(unreadable.getMessage()));
      return false;
    }
    if (added.isEmpty()
        || !(state instanceof FileState.Existing file)
        || file.text().indexOf(added) != file.text().lastIndexOf(added)
        || !file.text().contains(added)) {
      person.show("The new lines of this hunk cannot be edited on their own; answer y or n.");
      return false;
    }
    Optional<String> edited = inEditor(path, added);
    if (edited.isEmpty() || edited.get().equals(added)) {
      person.show("Nothing was changed.");
      return false;
    }
    editing.commit(
        new Transaction(
            List.of(new FileChange.Update(file, file.text().replace(added, edited.get())))),
        Attribution.user("review"));
    review.accept(List.of(place.hunk.id()));
    for (DiffBundle.FileDiff each : review.bundle().files()) {
      for (Hunk hunk : pendingOf(each)) {
        if (hunk.origin() == Origin.USER) {
          review.accept(List.of(hunk.id()));
        }
      }
    }
    return true;
  }

  private static String added(String patch) {
    var lines = new StringBuilder();
    patch
        .lines()
        .filter(line -> line.startsWith("+"))
        .forEach(line -> lines.append(line.substring(1)).append('\n'));
    return lines.toString();
  }

  private Optional<String> inEditor(String path, String text)
      throws InterruptedException, IOException {
    String editor = System.getenv("VISUAL");
    if (editor == null || editor.isBlank()) {
      editor = System.getenv("EDITOR");
    }
    if (editor == null || editor.isBlank()) {
      person.show("Set EDITOR (or VISUAL) to edit a hunk.");
      return Optional.empty();
    }
    String name = path.substring(path.lastIndexOf('/') + 1);
    Path file = Files.createTempFile("tenon-hunk-", "-" + name);
    try {
      Files.writeString(file, text);
      // The variable may hold arguments, so a shell takes it apart, as git does.
      int code =
          new ProcessBuilder("sh", "-c", editor + " \"$1\"", "editor", file.toString())
              .inheritIO()
              .start()
              .waitFor();
      if (code != 0) {
        person.show("The editor ended with " + code + "; the hunk is as it was.");
        return Optional.empty();
      }
      String edited = Files.readString(file);
      return Optional.of(edited.isEmpty() || edited.endsWith("\n") ? edited : edited + "\n");
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
