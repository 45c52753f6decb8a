package dev.tenon.core.workflow;

import dev.tenon.core.json.Json;
import dev.tenon.core.text.Sha256;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A plan and its reviews as the entries tell them: a planner writes, an architect and a critic
/// review the same text, and the same planner revises until both accept. Immutable.
public final class Consensus {
  public static final int MOST_ROUNDS = 5;

  /// What is said when no round is left.
  public static final String STUCK = "PLANNING_STUCK";

  /// Who reviews.
  public static final List<String> REVIEWERS = List.of("architect", "critic");

  public static final String PLANNED = "planned";
  public static final String REVIEWED = "reviewed";

  /// A review of the plan of this round.
  public record Review(String role, String helper, String verdict, List<String> points) {
    public Review {
      points = List.copyOf(points);
    }

    public boolean accepts() {
      return verdict.equals("accept");
    }
  }

  /// What is due.
  public enum Phase {
    PLAN,
    REVIEW,
    /// Both accept; the plan waits for the person.
    AGREED,
    STUCK
  }

  private int round;
  private String planner = "";
  private String text = "";
  private String sha256 = "";
  private final Map<String, Review> reviews = new LinkedHashMap<>();
  private final List<String> lines = new ArrayList<>();

  private Consensus() {}

  public static Consensus of(List<WorkflowEntry> entries) {
    var consensus = new Consensus();
    for (WorkflowEntry entry : entries) {
      consensus.take(entry.type(), entry.data());
    }
    return consensus;
  }

  private void take(String type, Json.Obj data) {
    if (type.equals(PLANNED)) {
      round = (int) data.number("round", round + 1L);
      planner = data.string("helper", "");
      text = data.string("text", "");
      sha256 = data.string("sha256", "");
      reviews.clear();
      lines.add("round " + round + ": plan " + hash() + " by " + planner);
    } else if (type.equals(REVIEWED) && data.string("sha256", "").equals(sha256)) {
      var points = new ArrayList<String>();
      for (Json point : data.array("points")) {
        points.add(point instanceof Json.Str said ? said.value() : point.compact());
      }
      var review =
          new Review(
              data.string("role", ""),
              data.string("helper", ""),
              data.string("verdict", ""),
              points);
      reviews.put(review.role, review);
      lines.add("round " + round + ": " + review.role + " says " + review.verdict);
      points.forEach(point -> lines.add("  - " + point));
    }
  }

  public Phase phase() {
    if (round == 0) {
      return Phase.PLAN;
    }
    if (!missing().isEmpty()) {
      return Phase.REVIEW;
    }
    if (reviews.values().stream().allMatch(Review::accepts)) {
      return Phase.AGREED;
    }
    return round < MOST_ROUNDS ? Phase.PLAN : Phase.STUCK;
  }

  /// Those who have not reviewed the plan as it is.
  public List<String> missing() {
    var missing = new ArrayList<>(REVIEWERS);
    missing.removeAll(reviews.keySet());
    return missing;
  }

  public int round() {
    return round;
  }

  /// The id of the helper that plans; empty before the first plan.
  public String planner() {
    return planner;
  }

  /// The plan as it was reviewed.
  public String text() {
    return text;
  }

  public String sha256() {
    return sha256;
  }

  /// A few digits of the hash, by which reviewers say what they read.
  public String hash() {
    return sha256.isEmpty() ? "" : sha256.substring(0, 12);
  }

  public List<Review> reviews() {
    return List.copyOf(reviews.values());
  }

  // The steps.

  public Json.Obj planned(String helper, String plan) throws WorkflowException {
    if (phase() != Phase.PLAN) {
      throw new WorkflowException("no plan is due: " + status().detail());
    }
    String whole = plan.strip() + "\n";
    return Json.object()
        .put("round", round + 1L)
        .put("helper", helper)
        .put("sha256", Sha256.of(whole))
        .put("text", whole)
        .build();
  }

  /// @param read the digits of the text that the reviewer has read
  public Json.Obj reviewed(
      String role, String helper, String read, String verdict, List<String> points)
      throws WorkflowException {
    if (phase() != Phase.REVIEW || !missing().contains(role)) {
      throw new WorkflowException("no review by the " + role + " is due: " + status().detail());
    }
    if (!hash().equals(read)) {
      throw new WorkflowException(
          "the " + role + " has reviewed '" + read + "', and the plan is " + hash());
    }
    return Json.object()
        .put("round", round)
        .put("role", role)
        .put("helper", helper)
        .put("sha256", sha256)
        .put("verdict", verdict)
        .put("points", Json.strings(points))
        .build();
  }

  WorkflowStatus status() {
    return switch (phase()) {
      case PLAN -> new WorkflowStatus(WorkflowStatus.State.RUNNING, "round " + (round + 1));
      case REVIEW ->
          new WorkflowStatus(
              WorkflowStatus.State.RUNNING,
              "round " + round + ", waits for " + String.join(" and ", missing()));
      case AGREED ->
          new WorkflowStatus(
              WorkflowStatus.State.PENDING_APPROVAL,
              "a plan after " + round + (round == 1 ? " round" : " rounds") + ", " + hash());
      case STUCK ->
          new WorkflowStatus(
              WorkflowStatus.State.STUCK, STUCK + " after " + MOST_ROUNDS + " rounds");
    };
  }

  /// The whole of it for people.
  public String described() {
    var out = new StringBuilder(String.join("\n", lines));
    if (!text.isEmpty()) {
      out.append("\n\n").append(text);
    }
    return out.append("\n").append(status().detail()).toString().strip();
  }
}
