package dev.tenon.cli.acp;

import dev.tenon.cli.base.CodeBlock;
import dev.tenon.cli.mcp.McpConversation;
import dev.tenon.cli.mcp.McpPrompts;
import dev.tenon.cli.report.ChangeReport;
import dev.tenon.cli.slash.SlashCommands;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.review.Rejection;
import dev.tenon.core.agent.CompactedHistory;
import dev.tenon.core.agent.Compactor;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.skill.Skill;
import dev.tenon.core.skill.SkillLibrary;
import dev.tenon.core.text.IoFailure;
import dev.tenon.core.tool.Asker;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.template.PromptTemplates;
import dev.tenon.protocols.acp.AcpAsker;
import dev.tenon.protocols.acp.HunkReview;
import dev.tenon.protocols.acp.SessionUpdates;
import dev.tenon.protocols.mcp.host.McpServers;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.trust.Pins;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The commands that a person can type in an editor: those of files and skills, which are prompts,
/// and a few that Tenon carries out itself.
final class EditorCommands {
  private static final String COMPACT = "compact";
  private static final String UNDO = "undo";
  private static final String CHANGES = "changes";
  private static final String MCP = "mcp";
  private static final String SERVERS = "reconnect NAME | trust NAME | login NAME";
  private static final String LET_IN = "Let it in until it changes";

  private final ProjectConversation conversation;
  private final SessionUpdates updates;
  private final @Nullable McpConversation mcp;
  private final @Nullable McpServers servers;

  /// @param mcp null where there are no servers
  EditorCommands(
      ProjectConversation conversation, SessionUpdates updates, @Nullable McpConversation mcp) {
    this.conversation = conversation;
    this.updates = updates;
    this.mcp = mcp;
    this.servers = mcp == null ? null : mcp.servers();
  }

  List<Json.Obj> all() {
    var all = new ArrayList<Json.Obj>();
    all.add(command(COMPACT, "Summarise the older part of the conversation", "what to keep"));
    all.add(command(UNDO, "Take back what the latest prompt changed", "the id of a change"));
    all.add(command(CHANGES, "List what was changed in this project", ""));
    if (servers != null) {
      all.add(command(MCP, "Show MCP servers; reconnect, trust or log in to one", SERVERS));
    }
    if (servers != null) {
      for (McpPrompts.Offered each : new McpPrompts(servers).all()) {
        all.add(command(each.command(), each.description(), each.hint()));
      }
    }
    PromptTemplates templates = conversation.project().templates().orElse(null);
    if (templates != null) {
      templates
          .callable(Set.of(COMPACT, UNDO, CHANGES, MCP)::contains)
          .forEach((name, each) -> all.add(command(name, each.description(), each.argumentHint())));
    }
    SkillLibrary skills = conversation.extras().skills().orElse(null);
    if (skills != null) {
      for (Skill each : skills.all()) {
        if (each.invocation().byPerson()) {
          all.add(command("skill:" + each.name(), each.description(), each.argumentHint()));
        }
      }
    }
    return all;
  }

  private static Json.Obj command(String name, String description, String hint) {
    var command =
        Json.object()
            .put("name", name)
            .put("description", description.isBlank() ? name : description);
    return (hint.isBlank() ? command : command.object("input", input -> input.put("hint", hint)))
        .build();
  }

  /// Carries out a command of Tenon's own. Answers false for everything else.
  boolean run(String text) throws RpcException, InterruptedException {
    String line = text.strip();
    if (!SlashCommands.isCommand(line)) {
      return false;
    }
    String rest = SlashCommands.argument(line);
    switch (SlashCommands.name(line)) {
      case COMPACT -> compact(rest);
      case UNDO -> undo(rest);
      case CHANGES -> changes();
      case MCP -> servers(rest);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void compact(String focus) throws InterruptedException {
    var refusal = new AtomicReference<@Nullable String>();
    Optional<CompactedHistory> made =
        conversation.conversation().compact(new Compactor.Occasion.Asked(focus, refusal::set));
    String why = refusal.get();
    say(
        made.map(
                shorter ->
                    "The conversation was shortened from "
                        + shorter.tokensBefore()
                        + " to "
                        + shorter.tokensAfter()
                        + " tokens.")
            .orElse(
                why == null
                    ? "There is nothing to shorten yet."
                    : "A hook kept the conversation from being shortened: " + why));
  }

  private void undo(String id) throws RpcException {
    var report = new ChangeReport(conversation.project().journal(), Page.Reach.STREAM);
    try {
      List<Change> changes = id.isEmpty() ? report.undo().latest() : report.selected(id);
      say(
          changes.isEmpty()
              ? id.isEmpty()
                  ? "Nothing is there to take back."
                  : "No change in force is called '" + id + "'; see /changes."
              : report.text("undone", report.undo().undo(changes)).strip());
    } catch (IOException | CommitException failed) {
      throw new RpcException(RpcException.INTERNAL_ERROR, IoFailure.told(failed));
    }
  }

  private void changes() throws RpcException {
    var report = new ChangeReport(conversation.project().journal(), Page.Reach.STREAM);
    try {
      say(CodeBlock.of(report.changes(0).strip()));
    } catch (IOException | CommitException failed) {
      throw new RpcException(RpcException.INTERNAL_ERROR, IoFailure.told(failed));
    }
  }

  private void servers(String argument) throws RpcException, InterruptedException {
    McpConversation own = mcp;
    if (own == null) {
      say("No MCP server is used here.");
      return;
    }
    String[] words = argument.split("\\s+", 2);
    String name = words.length > 1 ? words[1].strip() : "";
    try {
      switch (words[0]) {
        case "" -> show(own.servers());
        case "trust" -> trust(own.servers(), name);
        case "reconnect" -> {
          own.reconnect(name);
          say(name + " is there.");
        }
        case "login" -> say(own.login(name, this::say));
        default -> say("/mcp takes " + SERVERS.replace(" | ", ", ") + ".");
      }
    } catch (McpException | SetupException failed) {
      say(String.valueOf(failed.getMessage()));
    }
  }

  private void show(McpServers known) {
    var lines = new ArrayList<String>();
    for (McpServers.State state : known.states()) {
      lines.add(
          "- "
              + state.server().name()
              + ": "
              + state.state()
              + ", "
              + state.tools()
              + " tools"
              + (state.withheld() == 0
                  ? ""
                  : ", "
                      + state.withheld()
                      + " withheld (/mcp trust "
                      + state.server().name()
                      + ")")
              + (state.trouble().isEmpty() ? "" : "; " + state.trouble()));
    }
    say(String.join("\n", lines));
  }

  /// Shows what a server has that was not seen yet, and asks.
  private void trust(McpServers known, String name) throws RpcException, InterruptedException {
    Pins.Review review = known.review(name).orElse(null);
    if (review == null || review.changes().isEmpty()) {
      say(
          review == null
              ? "There is no server '" + name + "' that has been seen."
              : "Everything of " + name + " is let in.");
      return;
    }
    var lines = new ArrayList<String>();
    review.changes().forEach(change -> lines.addAll(change.lines()));
    review.warnings().forEach(warning -> lines.add("warning: " + warning));
    say(CodeBlock.of(String.join("\n", lines)));
    var question =
        new Asker.Question(
            "trust",
            "Let in what the MCP server " + name + " has?",
            List.of("No", LET_IN),
            Asker.Choice.ONE,
            0);
    Optional<List<Asker.Reply>> replies = new AcpAsker(updates).ask(List.of(question));
    boolean agreed =
        replies.isPresent() && replies.get().getFirst().chosen().equals(List.of(LET_IN));
    try {
      if (agreed) {
        known.letIn(name);
      }
      say(agreed ? "Let in." : "It stays withheld.");
    } catch (IOException full) {
      throw new RpcException(
          RpcException.INTERNAL_ERROR, "it cannot be kept: " + IoFailure.named(full));
    }
  }

  /// Offers what is staged, if edits are.
  void review() throws RpcException, InterruptedException {
    StagedEditing staged = conversation.project().staged().orElse(null);
    if (staged == null) {
      return;
    }
    var review = new HunkReview(updates, staged.review());
    if (!review.isDue()) {
      return;
    }
    HunkReview.Ending ending;
    try {
      HunkReview.Decided decided = review.offer();
      ending = decided.ending();
      conversation.project().keepStaged();
      var dropped = new ArrayList<Rejection>();
      for (HunkReview.Dropped each : decided.dropped()) {
        dropped.add(new Rejection(each.path(), each.patch(), ""));
      }
      if (!dropped.isEmpty()) {
        conversation.tell(Rejection.told(dropped));
      }
      say(
          "Hunks: "
              + decided.written()
              + " written, "
              + dropped.size()
              + " dropped"
              + (decided.left() == 0 ? "." : ", " + decided.left() + " wait (tenon apply)."));
    } catch (IOException | CommitException | SetupException failed) {
      throw new RpcException(
          RpcException.INTERNAL_ERROR, "nothing was written: " + IoFailure.told(failed));
    }
    if (ending == HunkReview.Ending.STOPPED) {
      throw new InterruptedException();
    }
  }

  private void say(String text) {
    updates.tell(
        SessionUpdates.update("agent_message_chunk")
            .object("content", block -> block.put("type", "text").put("text", text))
            .put("messageId", updates.id("command"))
            .build());
  }
}
