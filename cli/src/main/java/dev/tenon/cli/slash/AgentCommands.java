package dev.tenon.cli.slash;

import dev.tenon.core.helper.HelperNode;
import dev.tenon.core.helper.HelperTree;
import dev.tenon.core.model.Message;
import dev.tenon.core.session.SessionContext;
import dev.tenon.core.session.SessionException;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionStore;
import dev.tenon.core.text.IoFailure;
import dev.tenon.core.tool.Helpers;
import dev.tenon.engine.ProjectConversation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// `/agents`: the helpers of the conversation, for the person: how they stand, what one said, a
/// word to one that works, or its end.
public final class AgentCommands {
  private static final int SHOWN = 20_000;

  private final ProjectConversation conversation;

  public AgentCommands(ProjectConversation conversation) {
    this.conversation = conversation;
  }

  public SlashCommand slash() {
    return SlashCommand.of(
            "agents", "Agents and helpers: list, show one, steer or stop it", this::run)
        .taking("[ID | steer ID TEXT | stop ID | stop all]", this::words);
  }

  private List<HelperNode> helpers() {
    return conversation.helpers().map(HelperTree::helpers).orElse(List.of());
  }

  private List<String> words() {
    var words = new ArrayList<String>();
    for (HelperNode helper : helpers()) {
      words.add(helper.id());
      if (helper.state() != HelperNode.State.ENDED) {
        words.add("stop " + helper.id());
        words.add("steer " + helper.id() + " ");
      }
    }
    return words;
  }

  private void run(String argument, CommandContext context) throws CommandException {
    if (argument.isEmpty()) {
      context.print(list());
    } else if (argument.startsWith("stop")) {
      context.print(stop(argument.substring("stop".length()).strip()));
    } else if (argument.startsWith("steer ")) {
      context.print(steer(argument.substring("steer ".length()).strip()));
    } else {
      context.print(show(argument));
    }
  }

  private String list() {
    var lines = new ArrayList<String>();
    for (HelperNode helper : helpers()) {
      lines.add(row(helper));
    }
    var names = new ArrayList<String>();
    for (Helpers.Agent agent : conversation.project().agents().offered()) {
      names.add(agent.name());
    }
    lines.add(
        (lines.isEmpty() ? "No helper was called yet. " : "")
            + "Agents: "
            + String.join(", ", names)
            + "; @NAME at the beginning of a prompt asks for one.");
    return String.join("\n", lines);
  }

  private String row(HelperNode helper) {
    String state =
        helper.state() == HelperNode.State.ENDED
            ? helper.ending().label()
            : helper.state().name().toLowerCase(Locale.ROOT);
    var pricing = conversation.price(helper.model());
    return String.format(
        Locale.ROOT,
        "  %-16s %-11s %-10s %3d steps %8d tokens%s %5d s  %s",
        helper.id(),
        state,
        helper.agent().name(),
        helper.steps(),
        helper.usage().total(),
        pricing == null ? "" : String.format(Locale.ROOT, "  $%.4f", pricing.cost(helper.usage())),
        helper.took().toSeconds(),
        (helper.model() + "  " + (helper.doing().isEmpty() ? helper.description() : helper.doing()))
                .replace('\n', ' ')
                .strip()
            + (helper.isEarlier() ? "  (of the session before)" : ""));
  }

  private HelperNode find(String id) throws CommandException {
    Optional<HelperNode> found = conversation.helpers().flatMap(tree -> tree.find(id));
    return found.orElseThrow(
        () -> new CommandException("There is no helper '" + id + "'; /agents lists all."));
  }

  /// What it has said and done, and what it gave back when it has ended.
  private String show(String id) throws CommandException {
    HelperNode helper = find(id);
    var out = new StringBuilder(row(helper).strip()).append('\n');
    var open = helper.conversation();
    try {
      for (Message message : open == null ? transcript(id) : open.history()) {
        out.append(
            switch (message) {
              case Message.User user -> "> " + user.text() + "\n";
              case Message.Assistant answer -> said(answer);
              case Message.ToolResults ignored -> "";
            });
      }
      if (open == null) {
        String gave = conversation.helperFiles().kept(id).orElse("").strip();
        return bounded(out.toString().stripTrailing())
            + (gave.isEmpty() ? "\nIt gave nothing back." : "\nIt gave back:\n" + bounded(gave));
      }
    } catch (IOException unreadable) {
      throw new CommandException(
          "What " + id + " left behind cannot be read: " + IoFailure.named(unreadable));
    }
    return bounded(out.toString().stripTrailing());
  }

  private static String bounded(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
  }

  /// What an ended one said and did; nothing where no session was kept of it.
  private List<Message> transcript(String id) throws IOException {
    Path file = conversation.helperFiles().session(id);
    if (!Files.isRegularFile(file)) {
      return List.of();
    }
    try (SessionLog log = new SessionStore(conversation.project().home()).look(file)) {
      return SessionContext.of(log).messages();
    } catch (SessionException unusable) {
      throw new IOException(unusable.getMessage(), unusable);
    }
  }

  private static String said(Message.Assistant answer) {
    var out = new StringBuilder();
    if (!answer.text().isBlank()) {
      out.append(answer.text().strip()).append('\n');
    }
    answer.calls().forEach(call -> out.append("  ").append(call.name()).append('\n'));
    return out.toString();
  }

  private String stop(String id) throws CommandException {
    if (id.isEmpty()) {
      throw new CommandException("/agents stop ID stops one; /agents stop all stops all.");
    }
    if (id.equals("all")) {
      int stopped = conversation.helpers().map(HelperTree::stopAll).orElse(0);
      return stopped == 0 ? "No helper works." : "Stopped " + stopped + ".";
    }
    find(id);
    boolean stopped = conversation.helpers().map(tree -> tree.stop(id)).orElse(false);
    return stopped ? "Stopped " + id + "." : id + " does not work any more.";
  }

  private String steer(String words) throws CommandException {
    int space = words.indexOf(' ');
    if (space < 0) {
      throw new CommandException("/agents steer ID TEXT says something to one that works.");
    }
    HelperNode helper = find(words.substring(0, space));
    return helper.steer(words.substring(space + 1).strip())
        ? "Told " + helper.id() + "."
        : helper.id() + " does not work; the model can resume it.";
  }
}
