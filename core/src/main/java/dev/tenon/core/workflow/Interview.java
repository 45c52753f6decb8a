package dev.tenon.core.workflow;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An interview as its entries tell it: which dimension is how clear, what was asked and answered,
/// and what may come next. Immutable.
///
/// It goes: scores, question, answer, scores … until it is clear enough, the person stops it, or
/// its rounds are used up; then the goal is restated and confirmed, and the spec is written.
public final class Interview {
  /// Questions at most.
  public static final int MOST_ROUNDS = 30;

  /// So many answers in a row may come from anybody but the person.
  public static final int MOST_BY_MACHINE = 3;

  public static final String SCORED = "scored";
  public static final String ASKED = "asked";
  public static final String ANSWERED = "answered";
  public static final String ENOUGH = "enough";
  public static final String RESTATED = "restated";
  public static final String SPEC = "spec";

  /// What has to be clear, and how much of the whole it is.
  public enum Dimension {
    GOAL(0.35),
    SCOPE(0.25),
    ACCEPTANCE(0.25),
    CONTEXT(0.15);

    private final double weight;

    Dimension(double weight) {
      this.weight = weight;
    }

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Dimension> of(String label) {
      for (Dimension each : values()) {
        if (each.label().equals(label.strip().toLowerCase(Locale.ROOT))) {
          return Optional.of(each);
        }
      }
      return Optional.empty();
    }
  }

  /// What is due.
  public enum Phase {
    /// The dimensions are to be scored.
    SCORE,
    /// A question about the weakest dimension is to be asked.
    ASK,
    /// A question was asked and waits.
    ANSWER,
    /// The goal is to be said again in the model's words.
    RESTATE,
    /// The spec is to be written.
    SPEC,
    /// The spec waits for the person.
    PENDING_APPROVAL
  }

  private final double threshold;
  private final Map<Dimension, Double> scores = new EnumMap<>(Dimension.class);
  private final List<String> lines = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private int facts;
  private int rounds;
  private int byMachine;
  private String question = "";
  private String restated = "";
  private String spec = "";
  private Phase phase = Phase.SCORE;

  private boolean approved;

  private Interview(double threshold) {
    this.threshold = threshold;
  }

  public static Interview of(List<WorkflowEntry> entries) {
    var interview = new Interview(entries.getFirst().data().decimal("threshold", 0.05));
    for (WorkflowEntry entry : entries) {
      interview.take(entry.type(), entry.data());
    }
    return interview;
  }

  private void take(String type, Json.Obj data) {
    switch (type) {
      case SCORED -> {
        Json.Obj given = data.objectOrEmpty("scores");
        for (Dimension each : Dimension.values()) {
          scores.put(each, given.decimal(each.label(), scores.getOrDefault(each, 0.0)));
        }
        facts += data.objects("facts").size();
        boolean clear = ambiguity() < threshold;
        if (!clear && rounds >= MOST_ROUNDS) {
          warnings.add(
              "after " + MOST_ROUNDS + " rounds the ambiguity is still " + shown(ambiguity()));
        }
        phase = clear || rounds >= MOST_ROUNDS ? Phase.RESTATE : Phase.ASK;
        lines.add("scores: " + scored() + "; ambiguity " + shown(ambiguity()));
      }
      case ASKED -> {
        rounds++;
        question = data.string("question", "");
        phase = Phase.ANSWER;
        lines.add(
            rounds
                + ". ["
                + data.string("dimension", "")
                + " "
                + shown(data.decimal("score", 0))
                + "] "
                + question);
      }
      case ANSWERED -> {
        boolean person = data.string("by", "").equals("person");
        byMachine = person ? 0 : byMachine + 1;
        phase = Phase.SCORE;
        String source = data.string("source", "");
        lines.add(
            "   "
                + (person ? "answer: " : "answer (not by the person): ")
                + data.string("text", "")
                + (source.isEmpty() ? "" : " [" + source + "]"));
      }
      case ENOUGH -> {
        warnings.add(
            "the person ended the questions at an ambiguity of "
                + (scores.isEmpty() ? "1.00" : shown(ambiguity())));
        phase = Phase.RESTATE;
        lines.add("   the person wants no more questions");
      }
      case RESTATED -> {
        boolean confirmed = data.bool("confirmed", false);
        restated = confirmed ? data.string("goal", "") : "";
        phase = confirmed ? Phase.SPEC : Phase.SCORE;
        lines.add(
            (confirmed ? "confirmed: " : "not confirmed: ")
                + data.string("goal", "")
                + (data.string("words", "").isEmpty() ? "" : " / " + data.string("words", "")));
      }
      case WorkflowStore.APPROVED -> approved = true;
      case SPEC -> {
        spec = data.string("text", "");
        phase = Phase.PENDING_APPROVAL;
      }
      default -> {}
    }
  }

  public Phase phase() {
    return phase;
  }

  public int rounds() {
    return rounds;
  }

  public int facts() {
    return facts;
  }

  /// The spec; empty before it is written.
  public String spec() {
    return spec;
  }

  public String restated() {
    return restated;
  }

  /// What the one who reads the result should know.
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  public double threshold() {
    return threshold;
  }

  /// How much is unclear, from 0 to 1.
  public double ambiguity() {
    double clear = 0;
    for (Dimension each : Dimension.values()) {
      clear += each.weight * scores.getOrDefault(each, 0.0);
    }
    return Math.max(0, Math.round((1 - clear) * 1000) / 1000.0);
  }

  /// The dimension that is the least clear; of equals, the one that weighs more.
  public Dimension weakest() {
    Dimension weakest = Dimension.GOAL;
    for (Dimension each : Dimension.values()) {
      if (score(each) < score(weakest)) {
        weakest = each;
      }
    }
    return weakest;
  }

  public double score(Dimension dimension) {
    return scores.getOrDefault(dimension, 0.0);
  }

  /// Whether the next answer has to be the person's.
  public boolean needsPerson() {
    return byMachine >= MOST_BY_MACHINE;
  }

  // The steps. Each answers what is kept, or says why it cannot be now.

  /// @param given a score for each dimension, from 0 to 1
  /// @param found facts with the place where each stands
  public Json.Obj scored(Json.Obj given, List<Json.Obj> found) throws WorkflowException {
    expect(Phase.SCORE, "scores");
    var all = Json.object();
    for (Dimension each : Dimension.values()) {
      if (!(given.get(each.label()) instanceof Json.Num)) {
        throw new WorkflowException(
            "scores needs a number from 0 (unclear) to 1 (clear) for each of goal, scope,"
                + " acceptance and context; '"
                + each.label()
                + "' is missing");
      }
      double score = given.decimal(each.label(), -1);
      if (!(score >= 0 && score <= 1)) {
        throw new WorkflowException(
            "the score of " + each.label() + " must be from 0 to 1, was " + score);
      }
      all.put(each.label(), score);
    }
    return Json.object().put("scores", all.build()).array("facts", found).build();
  }

  public Json.Obj asked(@Nullable String dimension, String text, List<String> options)
      throws WorkflowException {
    expect(Phase.ASK, "a question");
    Dimension weakest = weakest();
    if (dimension != null && Dimension.of(dimension).orElse(null) != weakest) {
      throw new WorkflowException(
          "the weakest dimension is "
              + weakest.label()
              + " ("
              + shown(score(weakest))
              + "), so the question has to be about it and not about '"
              + dimension
              + "'");
    }
    if (text.isBlank()) {
      throw new WorkflowException("the question is empty");
    }
    return Json.object()
        .put("dimension", weakest.label())
        .put("score", score(weakest))
        .put("question", text.strip())
        .put("options", Json.strings(options))
        .build();
  }

  /// How the question is put to the person: with its aim.
  public String heading() {
    Dimension weakest = weakest();
    return "round "
        + (rounds + (phase == Phase.ANSWER ? 0 : 1))
        + ", weakest: "
        + weakest.label()
        + " "
        + shown(score(weakest))
        + ", ambiguity "
        + shown(ambiguity());
  }

  public Json.Obj answeredByPerson(String text) throws WorkflowException {
    expect(Phase.ANSWER, "an answer");
    return Json.object().put("text", text).put("by", "person").build();
  }

  /// @param source where the answer stands
  public Json.Obj answeredByMachine(String text, String source) throws WorkflowException {
    expect(Phase.ANSWER, "an answer");
    if (needsPerson()) {
      throw new WorkflowException(
          MOST_BY_MACHINE
              + " answers in a row did not come from the person; this question is for the person");
    }
    return Json.object().put("text", text).put("by", "machine").put("source", source).build();
  }

  public Json.Obj restated(String goal, boolean confirmed, String words) throws WorkflowException {
    expect(Phase.RESTATE, "the restated goal");
    return Json.object()
        .put("goal", goal.strip())
        .put("confirmed", confirmed)
        .put("words", words)
        .build();
  }

  public Json.Obj specified(String text) throws WorkflowException {
    expect(Phase.SPEC, "the spec");
    if (text.isBlank()) {
      throw new WorkflowException("the spec is empty");
    }
    return Json.object()
        .put("text", text.strip())
        .put("ambiguity", ambiguity())
        .put("warnings", Json.strings(warnings))
        .build();
  }

  /// @param what the step that somebody wants to take
  public void expect(Phase wanted, String what) throws WorkflowException {
    if (phase != wanted) {
      throw new WorkflowException("it is not the time for " + what + ": " + due());
    }
  }

  /// What is to be done next, for the model.
  public String due() {
    return switch (phase) {
      case SCORE ->
          "score the four dimensions (action score), with facts that you looked up in the code and"
              + " where each stands";
      case ASK ->
          "ask one question about "
              + weakest().label()
              + " (action ask)"
              + (needsPerson() ? "; the person has to answer it" : "");
      case ANSWER -> "the question waits for its answer (action ask again, or answer): " + question;
      case RESTATE -> "say the goal in your own words and have it confirmed (action restate)";
      case SPEC -> "write the spec (action spec)";
      case PENDING_APPROVAL -> "nothing; the spec waits for the person's approval";
    };
  }

  public String question() {
    return question;
  }

  /// How clear it is, for people.
  public String measured() {
    return "ambiguity " + shown(ambiguity()) + " (" + scored() + ")";
  }

  private String scored() {
    var out = new ArrayList<String>();
    for (Dimension each : Dimension.values()) {
      out.add(each.label() + " " + shown(score(each)));
    }
    return String.join(", ", out);
  }

  static String shown(double number) {
    return String.format(Locale.ROOT, "%.2f", number);
  }

  WorkflowStatus status() {
    return phase == Phase.PENDING_APPROVAL
        ? new WorkflowStatus(
            WorkflowStatus.State.PENDING_APPROVAL,
            "a spec after "
                + rounds
                + (rounds == 1 ? " round" : " rounds")
                + ", ambiguity "
                + shown(ambiguity()))
        : new WorkflowStatus(
            phase == Phase.ANSWER ? WorkflowStatus.State.WAITING : WorkflowStatus.State.RUNNING,
            "round " + rounds + ", ambiguity " + shown(ambiguity()) + "; next: " + due());
  }

  /// The whole of it for people.
  public String described() {
    var out = new StringBuilder(String.join("\n", lines));
    for (String warning : warnings) {
      out.append("\nwarning: ").append(warning);
    }
    if (!spec.isEmpty()) {
      out.append(approved ? "\n\nSpec (approved):\n\n" : "\n\nSpec (pending approval):\n\n");
      out.append(spec);
    } else {
      out.append("\nnext: ").append(due());
    }
    return out.toString().strip();
  }
}
