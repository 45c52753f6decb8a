package dev.tenon.tools.goal;

import dev.tenon.core.evidence.Check;
import dev.tenon.core.evidence.CheckLog;
import dev.tenon.core.evidence.Evidence;
import dev.tenon.core.evidence.Goal;
import dev.tenon.core.evidence.GoalBook;
import dev.tenon.core.evidence.GoalException;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonFields;
import dev.tenon.core.tool.ConversationTool;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `goal`: what the conversation is to reach, and the proof that it did.
public final class GoalTool implements ConversationTool<GoalTool.Parameters> {
  public static final String NAME = "goal";

  /// Checks that are shown.
  private static final int MOST_CHECKS = 15;

  private final GoalBook book;
  private final CheckLog log;
  private final Source source;
  private final List<String> required;

  /// Collects what the checks prove, at the moment of a claim.
  @FunctionalInterface
  public interface Source {
    Evidence collect() throws IOException, InterruptedException;
  }

  /// @param required commands that have to succeed whatever the criteria are
  public GoalTool(GoalBook book, CheckLog log, Source source, List<String> required) {
    this.book = book;
    this.log = log;
    this.source = source;
    this.required = List.copyOf(required);
  }

  /// What is wanted of the goal.
  public record Parameters(
      @Doc("What to do.") Action action,
      @Doc("create: what is to be reached.") @Nullable String goal,
      @Doc("create: what will be true in the end that a command can prove.")
          @Nullable List<String> criteria,
      @Doc(
              "complete: for each criterion, in order, the ids of the checks (commands you ran"
                  + " after the last change) that prove it: [[\"c3\"], [\"c3\", \"c4\"]].")
          @Nullable List<List<String>> evidence,
      @Doc(
              "complete: criteria given up, by number, with the reason: {\"2\": \"needs a"
                  + " licence\"}.")
          @Nullable Json giveUp) {}

  /// The actions.
  public enum Action {
    CREATE,
    GET,
    COMPLETE,
    DROP,
    PAUSE,
    RESUME
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "Set a goal with criteria, and complete it with evidence. Every command you run is a"
        + " check with an id (see action get). complete is refused unless each criterion is proved"
        + " by checks that succeeded after the last change of any file and whose exit code means"
        + " something (no '|| true', no pipe without pipefail).";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public String title(Parameters parameters) {
    String what = JsonFields.word(parameters.action);
    return parameters.goal == null ? what : what + ": " + parameters.goal;
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    try {
      Goal goal =
          switch (parameters.action) {
            case CREATE -> create(parameters);
            case GET ->
                book.goal()
                    .orElseThrow(
                        () -> new GoalException("there is no goal; action create makes one"));
            case COMPLETE -> complete(parameters);
            case DROP -> book.drop(GoalBook.Who.MODEL);
            case PAUSE -> book.pause(GoalBook.Who.MODEL);
            case RESUME -> book.resume(GoalBook.Who.MODEL);
          };
      return new ToolResult.Text(
          goal.shown() + "\n" + recent(), Json.object().put("goal", goal.toJson()).build(), "");
    } catch (GoalException refused) {
      throw new ToolException(ToolException.Code.CONFLICT, refused.getMessage() + "\n" + recent());
    } catch (IOException unreadable) {
      throw ToolException.of("collecting the evidence", unreadable);
    }
  }

  private Goal create(Parameters parameters) throws GoalException {
    List<String> texts = parameters.criteria == null ? List.of() : parameters.criteria;
    var criteria = new ArrayList<Goal.Criterion>();
    texts.forEach(text -> criteria.add(Goal.Criterion.of(text)));
    String words = parameters.goal;
    return book.create(
        words == null || words.isBlank() ? String.join("; ", texts) : words,
        criteria,
        GoalBook.Who.MODEL);
  }

  private Goal complete(Parameters parameters)
      throws GoalException, ToolException, IOException, InterruptedException {
    int count = book.goal().map(goal -> goal.criteria().size()).orElse(0);
    List<List<String>> named = named(parameters.evidence, count);
    Map<Integer, String> up = givenUp(parameters.giveUp, count);
    return book.complete(named, up, required, log, source.collect());
  }

  /// The checks for each criterion; those for the only one need not be a list of lists.
  private static List<List<String>> named(@Nullable List<List<String>> evidence, int count)
      throws ToolException {
    if (evidence == null) {
      return List.of();
    }
    if (count == 1) {
      return List.of(evidence.stream().flatMap(List::stream).toList());
    }
    if (evidence.size() > count) {
      throw invalid("evidence has " + evidence.size() + " items for " + count + " criteria");
    }
    return evidence;
  }

  private static Map<Integer, String> givenUp(@Nullable Json given, int count)
      throws ToolException {
    Map<Integer, String> all = new LinkedHashMap<>();
    if (given == null || given instanceof Json.Null) {
      return all;
    }
    if (!(given instanceof Json.Obj object)) {
      throw invalid("give_up must be an object of numbers and reasons");
    }
    for (Map.Entry<String, Json> each : object.members().entrySet()) {
      if (!(each.getValue() instanceof Json.Str reason) || reason.value().isBlank()) {
        throw invalid("criterion " + each.getKey() + " can be given up only with a reason");
      }
      all.put(place(each.getKey(), count), reason.value());
    }
    return all;
  }

  private static int place(String number, int count) throws ToolException {
    int place = number.strip().matches("[0-9]{1,3}") ? Integer.parseInt(number.strip()) - 1 : -1;
    if (place < 0 || place >= count) {
      throw invalid("there is no criterion '" + number + "'; they are 1 to " + count);
    }
    return place;
  }

  private static ToolException invalid(String message) {
    return new ToolException(ToolException.Code.INVALID_ARGUMENT, message);
  }

  /// The latest checks, so that they can be named.
  private String recent() {
    List<Check> all = log.all();
    if (all.isEmpty()) {
      return "No command has run yet.";
    }
    var out = new StringBuilder("Checks:");
    for (Check check : all.subList(Math.max(0, all.size() - MOST_CHECKS), all.size())) {
      out.append("\n").append(check.shown());
      out.append(check.helper().isEmpty() ? ": " : " by helper " + check.helper() + ": ");
      String weakness = Evidence.weakness(check);
      out.append(weakness.isEmpty() ? "succeeded" : weakness);
    }
    return out.toString();
  }
}
