package dev.tenon.engine;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.exec.background.Notices;
import dev.tenon.core.exec.shell.Artifacts;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.helper.HelperFiles;
import dev.tenon.core.helper.HelperNode;
import dev.tenon.core.helper.HelperTree;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Policy;
import dev.tenon.core.rule.StreamRule;
import dev.tenon.core.session.SessionRecorder;
import dev.tenon.core.skill.SkillLibrary;
import dev.tenon.core.tool.Addresses;
import dev.tenon.core.tool.Helpers;
import dev.tenon.core.tool.Tool;
import dev.tenon.engine.ConversationOptions.Selection;
import dev.tenon.engine.command.ModeGuard;
import dev.tenon.engine.hook.ConversationHooks;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.tools.goal.PlanReady;
import dev.tenon.tools.helper.RunHelpers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The helpers of work that is reviewed, such as a job of the server: they stage into the same
/// buffers, with the tools of that work as far as their agent has them, and whoever called them
/// waits. Nothing of them is made before the first is called.
final class ReviewedHelpers implements HelperConversations.Root {
  /// What belongs to the conversation alone.
  private static final Set<String> OWN = Set.of("clarify_user", PlanReady.NAME, RunHelpers.NAME);

  private static final Set<String> COMMANDS = Set.of("bash", "recipe");

  private final Project project;
  private final ModelOpener.Opened model;
  private final ReviewedWork work;
  private final ReviewedWork.Delegating delegating;
  private final HelperFiles files;
  private final ReentrantLock asking = new ReentrantLock();
  private @Nullable HelperTree tree;

  ReviewedHelpers(
      Project project,
      ModelOpener.Opened model,
      ReviewedWork work,
      ReviewedWork.Delegating delegating) {
    this.project = project;
    this.model = model;
    this.work = work;
    this.delegating = delegating;
    this.files = files(project, delegating.session());
  }

  /// Where helpers of a session are kept; what is a week old goes with other outputs.
  static HelperFiles files(Project project, String session) {
    Path folder = project.outputs().resolve("run-" + session.replaceAll("[^A-Za-z0-9_-]", "_"));
    return new HelperFiles(() -> folder);
  }

  /// All tools of the work.
  static List<Tool<?>> tools(Project project, ModelOpener.Opened model, ReviewedWork work) {
    var tools = new ArrayList<Tool<?>>(work.toolsWith(project.dialect(model.name())));
    if (work.delegating() != null) {
      tools.addAll(new ReviewedHelpers(project, model, work, work.delegating()).calling());
    }
    return tools;
  }

  /// The tool that calls them, where there is one to call. Agents belong to the project's own
  /// folder; a server may serve others beside it.
  private List<Tool<?>> calling() {
    List<Helpers.Agent> offered = project.agents().offered();
    return offered.isEmpty() || !work.workspace().root().equals(project.root())
        ? List.of()
        : List.of(
            new RunHelpers(
                offered,
                ConversationHelpers.simple(project.settings().agents()),
                () -> tree().root(null)));
  }

  private synchronized HelperTree tree() {
    HelperTree known = tree;
    if (known == null) {
      Conversation conversation = delegating.conversation().get();
      known =
          new HelperTree(
              project.settings().agents().bounds(),
              ConversationHelpers.simple(project.settings().agents()),
              project.agents(),
              files,
              new HelperConversations(project, this, files),
              conversation::report);
      var notices = new Notices();
      conversation.attend(notices);
      known.introduce(conversation, notices);
      tree = known;
    }
    return known;
  }

  // What is otherwise than for helpers of a conversation with files of its own.

  @Override
  public ReviewedHelpers reviewed() {
    return this;
  }

  IsolatedHelpers.Place place() {
    return new IsolatedHelpers.Place(work.workspace(), work.editing(), null);
  }

  Checkpoint checkpoint() {
    return work.editing().beginPrompt("helpers");
  }

  /// What the work may do at all, and the person's rules in a mode.
  Policy within(ModeGuard guard) {
    return new ReviewedWork.Within(work.policy(), guard.policy());
  }

  /// Those of the work that an agent has.
  List<Tool<?>> tools(AgentDefinition agent) {
    Mode own = agent.own().mode();
    Mode mode = own != null && own.compareTo(delegating.mode()) < 0 ? own : delegating.mode();
    var tools = new ArrayList<Tool<?>>();
    boolean runs = false;
    for (Tool<?> tool : work.toolsWith(project.dialect(model.name()))) {
      boolean command = COMMANDS.contains(tool.name());
      runs |= command;
      if (!command && !OWN.contains(tool.name()) && has(agent.tools(), tool.name())) {
        tools.add(tool);
      }
    }
    if (runs) {
      for (Tool<?> tool : delegating.commands().tools(mode)) {
        if (has(agent.tools(), tool.name())) {
          tools.add(delegating.counted().apply(tool));
        }
      }
    }
    return tools;
  }

  /// Agents name the tools of a conversation; a server calls some of them otherwise.
  static boolean has(AgentDefinition.Tools tools, String tool) {
    return tools.has(
        switch (tool) {
          case "search_project" -> "grep";
          case "list_files" -> "glob";
          case "propose_edits" -> "edit_file";
          default -> tool;
        });
  }

  /// What became of a helper that was to work apart.
  static Helpers.Merged merged(HelperNode helper) {
    return helper.limits().isolation() == AgentDefinition.Isolation.NONE
        ? Helpers.Merged.NOTHING
        : Helpers.Merged.all(
            "Not isolated: all edits are staged for the review, and helpers share them.");
  }

  // The work as helpers see it.

  @Override
  public Selection selection() {
    return new Selection(model, delegating.mode(), project.settings().effort());
  }

  @Override
  public ModeGuard guard(@Nullable Mode most) {
    Mode now = delegating.mode();
    return delegating
        .commands()
        .guard(most != null && most.compareTo(now) < 0 ? most : now, delegating.session());
  }

  @Override
  public Approver approver(String helper) {
    return new SharedApprover(work.approver(), asking, helper);
  }

  @Override
  public Shell shell() {
    return project.shell(new Artifacts(files.place(), Artifacts.Limits.SESSION));
  }

  @Override
  public Addresses addresses(Shell shell) {
    throw new IllegalStateException("the tools of reviewed work read no addresses");
  }

  @Override
  public boolean kept() {
    return true;
  }

  @Override
  public String session() {
    return delegating.session();
  }

  @Override
  public @Nullable SkillLibrary skills() {
    return null;
  }

  @Override
  public List<StreamRule> rules() {
    return List.of();
  }

  @Override
  public @Nullable ConversationHooks hooks() {
    return null;
  }

  @Override
  public SessionRecorder.Prices prices() {
    return name -> name.equals(model.name()) ? model.info().price() : null;
  }

  @Override
  public void diagnose(String line) {
    delegating.problems().accept(line);
  }
}
