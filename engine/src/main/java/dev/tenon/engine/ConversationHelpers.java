package dev.tenon.engine;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.evidence.CheckLog;
import dev.tenon.core.exec.background.Background;
import dev.tenon.core.exec.background.Notices;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.helper.Ceiling;
import dev.tenon.core.helper.HelperFiles;
import dev.tenon.core.helper.HelperSettings;
import dev.tenon.core.helper.HelperTree;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleException;
import dev.tenon.core.permission.Verdict;
import dev.tenon.core.rule.StreamRule;
import dev.tenon.core.rule.StreamRules;
import dev.tenon.core.session.SessionRecorder;
import dev.tenon.core.skill.Skill;
import dev.tenon.core.skill.SkillLibrary;
import dev.tenon.core.tool.Addresses;
import dev.tenon.core.tool.Helpers;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.engine.ConversationOptions.Selection;
import dev.tenon.engine.agent.ProjectAgents;
import dev.tenon.engine.command.ModeGuard;
import dev.tenon.engine.hook.ConversationHooks;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.tools.helper.RunHelpers;
import dev.tenon.tools.helper.TalkToPeers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The helpers of a conversation. Nothing of them is made before the first is called.
final class ConversationHelpers
    implements HelperConversations.Root, Consumer<AgentEvent>, AutoCloseable {
  private final ProjectConversation conversation;
  private final ConversationOutputs outputs;
  private final LateTools late;
  private final HelperFiles files;
  private final ReentrantLock asking = new ReentrantLock();
  private final Notices told = new Notices();
  private @Nullable HelperTree tree;

  ConversationHelpers(
      ProjectConversation conversation, ConversationOutputs outputs, LateTools late) {
    this.conversation = conversation;
    this.outputs = outputs;
    this.late = late;
    this.files = new HelperFiles(outputs);
  }

  HelperFiles files() {
    return files;
  }

  /// Adds the tool that calls them, where there is one to call.
  void addTo(List<Tool<?>> tools, HelperSettings settings) {
    List<Helpers.Agent> offered = conversation.project().agents().offered();
    if (!offered.isEmpty()) {
      tools.add(
          new RunHelpers(
              offered,
              simple(settings),
              () -> tree().root(conversation.background().map(Background::jobs).orElse(null))));
    }
  }

  static Helpers.Simple simple(HelperSettings settings) {
    for (Helpers.Simple each : Helpers.Simple.values()) {
      if (each.label().equals(settings.simple())) {
        return each;
      }
    }
    return Helpers.Simple.DEFAULT;
  }

  private synchronized HelperTree tree() {
    HelperTree known = tree;
    if (known == null) {
      Project project = conversation.project();
      ProjectAgents agents = project.agents();
      known =
          new HelperTree(
              project.settings().agents().bounds(),
              simple(project.settings().agents()),
              agents,
              files,
              new HelperConversations(project, this, files),
              conversation.conversation()::report);
      known.introduce(conversation.conversation(), notices());
      tree = known;
      if (project.settings().agents().talk() && conversation.background().isPresent()) {
        // Only where something else can be done while helpers work.
        conversation.add(new TalkToPeers(known::peers), ToolShelf.Place.SHELF);
      }
    }
    return known;
  }

  /// What follows counts as a prompt of its own.
  void beginPrompt() {
    tree().beginPrompt();
  }

  /// Helpers that whoever calls them waits for.
  Helpers inPlace() {
    return tree().root(null);
  }

  /// Judges commands by their beginnings.
  Ceiling.Listed listed(List<String> commands) {
    return listed(conversation.project(), commands, this::diagnose);
  }

  static Ceiling.Listed listed(Project project, List<String> commands, Consumer<String> diagnose) {
    var rules = new ArrayList<Rule>();
    for (String prefix : commands) {
      try {
        rules.add(Rule.of(Verdict.ALLOW, "bash(" + prefix + ")", Rule.Source.BUILTIN));
      } catch (RuleException unusable) {
        diagnose.accept("an agent's command prefix is no rule: " + unusable.getMessage());
      }
    }
    return new Ceiling.Listed(commands, project.policyOf(Mode.ASK, rules));
  }

  /// The skills that an agent begins with.
  static String skills(
      AgentDefinition agent, @Nullable SkillLibrary library, Consumer<String> diagnose) {
    var out = new StringBuilder();
    for (String name : agent.skills()) {
      Skill skill = library == null ? null : library.find(name).orElse(null);
      if (library == null || skill == null) {
        diagnose.accept(agent.shown() + " wants the skill '" + name + "', which is not there");
        continue;
      }
      try {
        out.append("\n\n").append(library.load(skill).text());
      } catch (IOException unreadable) {
        diagnose.accept("the skill " + name + " cannot be loaded: " + unreadable.getMessage());
      }
    }
    return out.toString();
  }

  /// What the conversation attends to, also where it has no background work.
  Notices notices() {
    return conversation.background().map(Background::notices).orElse(told);
  }

  /// Those that were called so far; empty when none was.
  synchronized Optional<HelperTree> started() {
    return Optional.ofNullable(tree);
  }

  /// A prompt that a person stops takes its helpers along.
  @Override
  public void accept(AgentEvent event) {
    conversation.flow().heard(event);
    HelperTree known = started().orElse(null);
    if (known == null) {
      return;
    }
    if (event instanceof AgentEvent.PromptStarted) {
      known.beginPrompt();
    } else if (event instanceof AgentEvent.PromptEnded ended
        && ended.outcome().ending() == Outcome.Ending.ABORTED) {
      known.stopAll();
    }
  }

  /// The conversation ends with those that still work.
  void ends() {
    started().ifPresent(HelperTree::programEnds);
  }

  @Override
  public void close() {
    started().ifPresent(HelperTree::close);
  }

  // The conversation as helpers see it.

  @Override
  public Selection selection() {
    return conversation.selection();
  }

  @Override
  public ModeGuard guard(@Nullable Mode most) {
    Mode now = conversation.flow().modeNow();
    Mode mode = most != null && most.compareTo(now) < 0 ? most : now;
    return conversation.project().guard(mode, conversation.rules());
  }

  /// The one who is asked by the conversation itself, and by all its helpers.
  Approver approver(Approver person, String helper) {
    ConversationHooks hooks = hooks();
    Approver asked = hooks == null ? person : hooks.around(person, helper, agentOf(helper));
    return new SharedApprover(asked, asking, helper);
  }

  private String agentOf(String helper) {
    return started()
        .flatMap(known -> known.find(helper))
        .map(node -> node.agent().name())
        .orElse("");
  }

  @Override
  public Approver approver(String helper) {
    return approver(conversation.face().approver(), helper);
  }

  @Override
  public Shell shell() {
    return conversation.project().shell(outputs.artifacts());
  }

  @Override
  public Addresses addresses(Shell shell) {
    return ProjectAddresses.of(conversation.project(), shell, conversation.rules(), files);
  }

  @Override
  public boolean kept() {
    return conversation.session().filter(ActiveSession::kept).isPresent();
  }

  @Override
  public @Nullable String session() {
    ActiveSession session = conversation.session().orElse(null);
    return session == null ? null : session.log().id();
  }

  @Override
  public @Nullable ConversationHooks hooks() {
    return conversation.hooks().orElse(null);
  }

  @Override
  public @Nullable SkillLibrary skills() {
    return conversation.extras().skills().map(SkillLibrary::fresh).orElse(null);
  }

  @Override
  public List<StreamRule> rules() {
    StreamRules rules = conversation.extras().rules();
    return rules == null ? List.of() : rules.rules();
  }

  @Override
  public SessionRecorder.Prices prices() {
    return conversation::price;
  }

  @Override
  public LateTools late() {
    return late;
  }

  @Override
  public CheckLog checks() {
    return conversation.evidence().checks();
  }

  @Override
  public void diagnose(String line) {
    conversation.face().diagnostics().accept(line);
  }
}
