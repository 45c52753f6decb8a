package dev.tenon.protocols.acp;

import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.review.DiffBundle;
import dev.tenon.core.change.review.Review;
import dev.tenon.core.change.review.ReviewException;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.text.VisibleText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Offers staged hunks to the person at the client one by one, each as a diff, and writes those
/// that are wanted, all of them or none. Those that were wanted before the review was cut short are
/// written as well; what could not be written is offered again the next time.
public final class HunkReview {
  private static final String WRITE = "write";
  private static final String WRITE_ALL = "write_all";
  private static final String DROP = "drop";
  private static final String LATER = "later";

  private final SessionUpdates updates;
  private final Review review;

  public HunkReview(SessionUpdates updates, Review review) {
    this.updates = updates;
    this.review = review;
  }

  /// What was decided.
  ///
  /// @param written how many hunks
  /// @param left how many wait for another decision
  /// @param ending whether everything was offered
  public record Decided(int written, List<Dropped> dropped, int left, Ending ending) {
    public Decided {
      dropped = List.copyOf(dropped);
    }
  }

  /// How a review ended.
  public enum Ending {
    COMPLETE,
    /// The caller was interrupted, which is for the caller to heed.
    STOPPED
  }

  /// A hunk that is not wanted.
  public record Dropped(String path, String patch) {}

  private record Offer(DiffBundle.FileDiff file, Hunk hunk) {}

  /// Whether there is anything to offer.
  public boolean isDue() {
    return !of(Hunk.Status.PENDING).isEmpty() || !of(Hunk.Status.ACCEPTED).isEmpty();
  }

  public Decided offer() throws IOException, CommitException {
    var dropped = new ArrayList<Dropped>();
    Ending ending = Ending.COMPLETE;
    try {
      // Wanted in an earlier review, and not written since.
      review.reset(of(Hunk.Status.ACCEPTED));
      offerAll(dropped);
    } catch (ReviewException | RpcException failed) {
      updates.notice("warning", "The review stopped: " + failed.getMessage(), "");
    } catch (InterruptedException stopped) {
      ending = Ending.STOPPED;
    }
    boolean any = !dropped.isEmpty() || !of(Hunk.Status.ACCEPTED).isEmpty();
    int written = any ? written() : 0;
    return new Decided(written, dropped, of(Hunk.Status.PENDING).size(), ending);
  }

  private void offerAll(List<Dropped> dropped)
      throws ReviewException, RpcException, InterruptedException {
    Set<String> asked = new HashSet<>();
    boolean all = false;
    for (Offer next = next(asked); next != null; next = next(asked)) {
      asked.add(next.hunk.id());
      String answer = all ? WRITE : ask(next);
      all = all || answer.equals(WRITE_ALL);
      switch (answer) {
        case WRITE, WRITE_ALL -> review.accept(List.of(next.hunk.id()));
        case DROP -> {
          review.reject(List.of(next.hunk.id()));
          dropped.add(new Dropped(next.file.path(), next.hunk.patch()));
        }
        default -> {}
      }
    }
  }

  private int written() throws IOException, CommitException {
    boolean done = false;
    try {
      int written = 0;
      for (var file : review.apply(Review.Rest.PENDING).files()) {
        written += file.applied();
      }
      done = true;
      return written;
    } finally {
      if (!done) {
        offerAgain();
      }
    }
  }

  private void offerAgain() {
    try {
      review.reset(of(Hunk.Status.ACCEPTED));
    } catch (ReviewException gone) {
      updates.notice("warning", "What was wanted is not offered again: " + gone.getMessage(), "");
    }
  }

  private List<String> of(Hunk.Status status) {
    return review.bundle().hunks().stream()
        .filter(hunk -> hunk.status() == status)
        .map(Hunk::id)
        .toList();
  }

  private @Nullable Offer next(Set<String> asked) {
    for (DiffBundle.FileDiff file : review.bundle().files()) {
      for (Hunk hunk : file.hunks()) {
        if (hunk.status() == Hunk.Status.PENDING && !asked.contains(hunk.id())) {
          return new Offer(file, hunk);
        }
      }
    }
    return null;
  }

  private String ask(Offer offer) throws RpcException, InterruptedException {
    Hunk hunk = offer.hunk;
    String path = offer.file.path();
    String before = hunk.kind() == Hunk.Kind.CREATE ? "/dev/null" : "a/" + path;
    String after = hunk.kind() == Hunk.Kind.DELETE ? "/dev/null" : "b/" + path;
    DiffContent diff =
        updates.view().diff("--- " + before + "\n+++ " + after + "\n" + hunk.patch());
    var content = new ArrayList<Json.Obj>(diff.content());
    if (!hunk.description().isEmpty()) {
      content.add(ToolCallView.text(hunk.description()));
    }
    if (content.isEmpty()) {
      String target = offer.file.target();
      content.add(ToolCallView.text(target == null ? path : path + " becomes " + target));
    }
    String id = updates.id("hunk");
    Json.Obj call =
        Json.object()
            .put("toolCallId", id)
            .put("title", "Write this to " + VisibleText.line(path) + "?")
            .put("kind", "edit")
            .put("status", "pending")
            .array("content", content)
            .array("locations", diff.places())
            .build();
    updates.tell(SessionUpdates.update("tool_call").putAll(call).build());
    String chosen = LATER;
    try {
      Json.Obj params =
          Json.object()
              .put("sessionId", updates.session())
              .put("toolCall", call)
              .array(
                  "options",
                  List.of(
                      option(WRITE, "Write it", "allow_once"),
                      option(WRITE_ALL, "Write it and all the rest", "allow_always"),
                      option(DROP, "Drop it", "reject_once"),
                      option(LATER, "Decide later", "reject_once")))
              .build();
      Json.Obj outcome =
          updates
              .client()
              .ask("session/request_permission", params, AcpClient.UNLIMITED)
              .objectOrEmpty("outcome");
      boolean selected = outcome.string("outcome", "").equals("selected");
      String said = selected ? outcome.string("optionId", LATER) : LATER;
      chosen = Set.of(WRITE, WRITE_ALL, DROP).contains(said) ? said : LATER;
      return chosen;
    } finally {
      updates.tell(
          SessionUpdates.update("tool_call_update")
              .put("toolCallId", id)
              .put("status", chosen.startsWith(WRITE) ? "completed" : "failed")
              .build());
    }
  }

  private static Json.Obj option(String id, String name, String kind) {
    return Json.object().put("optionId", id).put("name", name).put("kind", kind).build();
  }
}
