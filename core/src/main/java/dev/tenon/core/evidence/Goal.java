package dev.tenon.core.evidence;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import java.util.ArrayList;
import java.util.List;

/// What a conversation is to reach, and by what it can be told that it did.
///
/// @param owner who set it: what a person has set, only a person drops or replaces
/// @param refusals how often it was said to be reached without proof
public record Goal(
    String text, List<Criterion> criteria, State state, GoalBook.Who owner, int refusals) {
  /// What stands around words to the model about a goal of the person's.
  public static final String CHANGE = "<goal-change>";

  public static final String CHANGE_END = "</goal-change>";

  /// How such words begin when there is a new one.
  public static final String SET = "The person has set a goal:";

  /// The type of the entry that keeps a goal in a session.
  public static final String ENTRY = "tenon.goal";

  public Goal {
    criteria = List.copyOf(criteria);
  }

  /// Where it stands.
  public enum State {
    ACTIVE,
    PAUSED,
    /// Every criterion is proved, or was given up.
    COMPLETE,
    DROPPED,
    /// It was said to be reached three times and never proved.
    UNVERIFIED
  }

  /// One thing that has to be true in the end.
  ///
  /// @param check the command that proves it, if it was given with one; else empty
  /// @param evidence the checks that proved it
  /// @param givenUp why nobody insists on it any more; empty while somebody does
  public record Criterion(String text, String check, List<String> evidence, String givenUp) {
    public Criterion {
      evidence = List.copyOf(evidence);
    }

    public static Criterion of(String text) {
      return new Criterion(text, "", List.of(), "");
    }

    /// One that a command proves.
    public static Criterion ofCheck(String command) {
      return new Criterion("'" + command + "' succeeds", command, List.of(), "");
    }
  }

  /// Whether work is to go on until it is reached.
  public boolean isOpen() {
    return state == State.ACTIVE;
  }

  Goal in(State another) {
    return new Goal(text, criteria, another, owner, refusals);
  }

  /// Whether a person has set it.
  public boolean isPersons() {
    return owner == GoalBook.Who.PERSON;
  }

  /// What nobody insists on any more, for people; empty if there is nothing.
  public List<String> givenUp() {
    var lines = new ArrayList<String>();
    for (int i = 0; i < criteria.size(); i++) {
      Criterion each = criteria.get(i);
      if (!each.givenUp.isEmpty()) {
        lines.add("criterion " + (i + 1) + " (" + each.text + ") was given up: " + each.givenUp);
      }
    }
    return lines;
  }

  /// One line for people and receipts.
  public String summary() {
    long up = criteria.stream().filter(each -> !each.givenUp.isEmpty()).count();
    return JsonFields.word(state)
        + (up == 0 ? "" : ", " + up + (up == 1 ? " criterion" : " criteria") + " given up")
        + ": "
        + (text.length() > 100 ? text.substring(0, 99) + "…" : text);
  }

  /// All of it for people and models.
  public String shown() {
    var out = new StringBuilder("goal (" + JsonFields.word(state) + "): " + text);
    for (int i = 0; i < criteria.size(); i++) {
      Criterion each = criteria.get(i);
      out.append('\n').append(i + 1).append(". ").append(each.text);
      if (!each.givenUp.isEmpty()) {
        out.append(" (given up: ").append(each.givenUp).append(')');
      } else if (!each.evidence.isEmpty()) {
        out.append(" (proved by ").append(String.join(", ", each.evidence)).append(')');
      }
    }
    return out.toString();
  }

  public Json.Obj toJson() {
    var all = new ArrayList<Json>();
    for (Criterion each : criteria) {
      all.add(
          Json.object()
              .put("text", each.text)
              .put("check", each.check)
              .put("evidence", Json.strings(each.evidence))
              .put("givenUp", each.givenUp)
              .build());
    }
    return Json.object()
        .put("text", text)
        .array("criteria", all)
        .put("state", JsonFields.word(state))
        .put("owner", JsonFields.word(owner))
        .put("refusals", refusals)
        .build();
  }

  /// @throws JsonException when it is no goal
  public static Goal of(Json json) throws JsonException {
    JsonFields in = JsonFields.of(json, "goal");
    var criteria = new ArrayList<Criterion>();
    for (JsonFields each : in.each("criteria")) {
      criteria.add(
          new Criterion(
              each.string("text"),
              each.string("check"),
              each.strings("evidence"),
              each.string("givenUp")));
    }
    return new Goal(
        in.string("text"),
        criteria,
        in.constant("state", State.class),
        in.has("owner") ? in.constant("owner", GoalBook.Who.class) : GoalBook.Who.PERSON,
        (int) in.count("refusals", 0));
  }
}
