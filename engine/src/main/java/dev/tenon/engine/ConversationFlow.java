package dev.tenon.engine;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.EndGuard;
import dev.tenon.core.agent.PromptReader;
import dev.tenon.core.evidence.Receipt;
import dev.tenon.core.exec.background.Notice;
import dev.tenon.core.helper.AgentLibrary;
import dev.tenon.core.helper.Ceiling;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Policy;
import dev.tenon.core.session.SessionContext;
import dev.tenon.core.skill.SkillLibrary;
import dev.tenon.core.tool.Asker;
import dev.tenon.core.tool.Helpers;
import dev.tenon.core.tool.Permits;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.engine.ConversationOptions.Selection;
import dev.tenon.engine.agent.ToolWords;
import dev.tenon.engine.command.ModeGuard;
import dev.tenon.engine.evidence.ConversationEvidence;
import dev.tenon.engine.model.ModelFamily;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.prompt.AgentPrompts;
import dev.tenon.engine.prompt.SkillPrompts;
import dev.tenon.engine.prompt.TemplatePrompts;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.template.PromptTemplate;
import dev.tenon.engine.workflow.ConversationWorkflows;
import dev.tenon.engine.workflow.HeldGuard;
import dev.tenon.engine.workflow.PromptHold;
import dev.tenon.engine.workflow.TeamProcesses;
import dev.tenon.engine.workflow.WorkflowCall;
import dev.tenon.engine.workflow.WorkflowSurroundings;
import dev.tenon.providers.meter.Budget;
import dev.tenon.tools.MentionedFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What becomes of a person's prompt before the model has it: calls of workflows, agents, skills
/// and commands from files, and what holds for this prompt alone. Nothing of workflows is made
/// before one is called. Safe for several threads.
public final class ConversationFlow implements WorkflowSurroundings {
  private final ProjectConversation conversation;
  private final ConversationHelpers helpers;
  private final ConcurrentLinkedQueue<String> news = new ConcurrentLinkedQueue<>();
  private final ReentrantLock making = new ReentrantLock();
  private volatile @Nullable PromptHold hold;
  private volatile @Nullable ConversationWorkflows workflows;
  private volatile TeamProcesses.@Nullable Launcher launcher;
  private volatile @Nullable Selection before;
  private volatile @Nullable Guests guests;
  private final AtomicBoolean prompted = new AtomicBoolean();

  /// Those who have a part in prompts and belong to nobody in the house, such as servers of others.
  public interface Guests {
    /// The first prompt is about to be read: whoever is on the way has a moment.
    void beforeTheFirst() throws InterruptedException;

    /// What a prompt mentions of theirs, which goes along with it.
    List<Part.Input> mentioned(String typed) throws InterruptedException;

    /// The text of a prompt of theirs that the line calls by its name; empty for other lines.
    default Optional<String> called(String typed) throws InterruptedException {
      return Optional.empty();
    }
  }

  ConversationFlow(ProjectConversation conversation, ConversationHelpers helpers) {
    this.conversation = conversation;
    this.helpers = helpers;
  }

  /// Something that the model gets to know with the next prompt.
  void tell(String text) {
    news.add(text);
  }

  /// What the session that goes on was to tell with the next prompt is told with it, once.
  void recall() {
    SessionContext held = conversation.session().flatMap(ActiveSession::context).orElse(null);
    var waiting = new ArrayList<String>(news);
    for (String each : held == null ? List.<String>of() : held.unheard()) {
      if (!waiting.remove(each)) {
        news.add(each);
      }
    }
  }

  /// What the model was to know with the next prompt belongs to a session that is left.
  public void forgetNews() {
    news.clear();
  }

  /// Something that person and model get to know, the model before its next step.
  ///
  /// @param source whom it is about
  /// @param text one line
  public void tellSoon(String source, String text) {
    conversation.notices().post(new Notice(Notice.Kind.ASIDE, source, text, text));
  }

  /// They have a part in all prompts from now on.
  public void invite(Guests others) {
    guests = others;
  }

  /// How the workers of teams are started; without it there are no teams.
  public void launchBy(TeamProcesses.Launcher starts) {
    launcher = starts;
  }

  /// The workflows, made when they are first asked for.
  public ConversationWorkflows workflows() {
    making.lock();
    try {
      ConversationWorkflows known = workflows;
      if (known == null) {
        known = new ConversationWorkflows(this, held());
        workflows = known;
        conversation.renew();
      }
      return known;
    } finally {
      making.unlock();
    }
  }

  /// The workflows that were called so far; empty when none was.
  public Optional<ConversationWorkflows> called() {
    return Optional.ofNullable(workflows);
  }

  private PromptHold held() {
    making.lock();
    try {
      PromptHold known = hold;
      if (known == null) {
        known = new PromptHold();
        hold = known;
      }
      return known;
    } finally {
      making.unlock();
    }
  }

  /// The guard of the conversation: the one of its mode, or one that a prompt can narrow.
  Optional<HeldGuard> guard(ModeGuard usual) {
    PromptHold known = hold;
    return known == null
        ? Optional.empty()
        : Optional.of(
            new HeldGuard(
                known, usual, () -> conversation.project().guard(Mode.PLAN, conversation.rules())));
  }

  /// The mode that counts at this moment: the person's, or less.
  public Mode modeNow() {
    PromptHold known = hold;
    return known != null && known.plans() ? Mode.PLAN : conversation.selection().mode();
  }

  /// What is asked before a prompt ends.
  EndGuard ending(ConversationEvidence evidence) {
    ConversationWorkflows known = workflows;
    return known == null ? evidence : new Ending(evidence, known);
  }

  /// Objections of the goal, then those of the workflow.
  private record Ending(ConversationEvidence evidence, ConversationWorkflows workflows)
      implements EndGuard {
    @Override
    public void began() {
      evidence.began();
    }

    @Override
    public Optional<String> objection() throws InterruptedException {
      Optional<String> first = evidence.objection();
      return first.isPresent() ? first : workflows.objection();
    }

    @Override
    public Optional<Receipt> receipt() {
      return evidence.receipt();
    }
  }

  /// Carries out an order with helpers and waits for them, for whoever needs no model of its own.
  public List<Helpers.Report> delegate(Helpers.Order order, Consumer<String> progress)
      throws ToolException, InterruptedException {
    helpers.beginPrompt();
    return helpers.inPlace().carryOut(order, Permits.nothingMore(), progress);
  }

  // ---- prompts

  PromptReader reader(MentionedFiles files, ToolRunner tools) {
    return new PromptReader() {
      @Override
      public Message.User read(String typed) throws InterruptedException {
        return ConversationFlow.this.read(typed, files, tools);
      }

      @Override
      public Optional<Message.User> steered(Message.User said) throws InterruptedException {
        return Optional.of(called(said, files, tools));
      }
    };
  }

  /// What was said meanwhile, with the text of the command or skill that it begins with. What a
  /// command wants for its prompt alone does not hold here: another prompt runs.
  private Message.User called(Message.User said, MentionedFiles files, ToolRunner tools)
      throws InterruptedException {
    String text = said.text();
    PromptTemplate template =
        TemplatePrompts.called(text, conversation.project().templates().orElse(null));
    SkillLibrary skills = conversation.extras().skills().orElse(null);
    if (template == null && SkillPrompts.called(text, skills).isEmpty()) {
      return said;
    }
    Message.User read =
        template == null
            ? SkillPrompts.read(text, skills, files)
            : TemplatePrompts.read(text, template, files, tools);
    var parts = new ArrayList<Part.Input>(read.content());
    for (Part.Input part : said.content()) {
      if (!(part instanceof Part.Text)) {
        parts.add(part);
      }
    }
    return new Message.User(parts);
  }

  private Message.User read(String typed, MentionedFiles files, ToolRunner tools)
      throws InterruptedException {
    PromptHold holding = hold;
    if (holding != null) {
      holding.release();
    }
    Guests others = guests;
    if (others != null && !prompted.getAndSet(true)) {
      others.beforeTheFirst();
    }
    String said = others == null ? typed : others.called(typed).orElse(typed);
    Message.User message = message(said, files, tools);
    List<Part.Input> mentioned = others == null ? List.of() : others.mentioned(typed);
    if (news.isEmpty() && mentioned.isEmpty()) {
      return message;
    }
    // The person's words first: by them people find the prompt again.
    var parts = new ArrayList<Part.Input>(message.content());
    for (String each = news.poll(); each != null; each = news.poll()) {
      parts.add(new Part.Text(each));
    }
    parts.addAll(mentioned);
    return new Message.User(parts);
  }

  private Message.User message(String typed, MentionedFiles files, ToolRunner tools)
      throws InterruptedException {
    Project project = conversation.project();
    if (mayBeWorkflow(typed)) {
      WorkflowCall call = workflows().typed(typed).orElse(null);
      boolean own =
          SkillPrompts.called(typed, conversation.extras().skills().orElse(null)).isPresent();
      if (call != null && !own) {
        var parts = new ArrayList<>(files.read(call.said()).content());
        parts.add(new Part.Text(call.text()));
        return new Message.User(parts);
      }
    }
    String text = AgentPrompts.read(typed, project.agents(), project.editing().view());
    PromptTemplate template = TemplatePrompts.called(text, project.templates().orElse(null));
    if (template == null) {
      return SkillPrompts.read(text, conversation.extras().skills().orElse(null), files);
    }
    Message.User message = TemplatePrompts.read(text, template, files, tools);
    wish(template);
    return template.wishes().agent().isEmpty()
        ? message
        : delegated(template.wishes().agent(), message);
  }

  /// Whether it is worth looking: somebody has called a workflow before, one is kept, or a name
  /// occurs.
  private boolean mayBeWorkflow(String typed) {
    if (workflows != null) {
      return true;
    }
    String lower = typed.toLowerCase(Locale.ROOT);
    return lower.contains("ralplan")
        || lower.contains("ultragoal")
        || lower.contains("team")
        || lower.contains("deep-interview")
        || Files.isDirectory(stateFolder().resolve("workflows"));
  }

  /// What a command from a file wants for its prompt alone.
  private void wish(PromptTemplate template) {
    PromptTemplate.Wishes wishes = template.wishes();
    ToolWords words = wishes.tools();
    if (words != null) {
      PromptHold holding = held();
      Ceiling ceiling = null;
      if (words.commands() != null) {
        Policy anything = (tool, access) -> Decision.Allow.VALUE;
        ceiling =
            new Ceiling(
                template.name(), () -> anything, anything, helpers.listed(words.commands()));
      }
      holding.narrow(new PromptHold.Narrowing(template.name(), words.tools(), ceiling));
      conversation.renew();
    }
    if (!wishes.model().isEmpty()) {
      Selection now = conversation.selection();
      ModelOpener models = conversation.project().models();
      ModelOpener.Opened wished =
          ModelFamily.wished(
              template.shown(), wishes.model(), models, now.model(), models::open, this::diagnose);
      if (!wished.equals(now.model())) {
        conversation.use(now.with(wished));
        before = now;
      }
    }
  }

  private Message.User delegated(String agent, Message.User message) {
    if (conversation.project().agents().find(agent).isEmpty()) {
      diagnose("there is no agent '" + agent + "'; the conversation carries the command out");
      return message;
    }
    return AgentPrompts.delegated(agent, message);
  }

  /// A prompt is over: what held for it alone ends.
  void heard(AgentEvent event) {
    Selection then = before;
    if (then != null && event instanceof AgentEvent.PromptEnded) {
      before = null;
      conversation.use(conversation.selection().with(then.model()));
    }
  }

  void close() {
    called().ifPresent(ConversationWorkflows::close);
  }

  // ---- the conversation as workflows see it

  @Override
  public Path stateFolder() {
    return conversation.project().stateFolder();
  }

  @Override
  public String session() {
    return conversation.session().map(ActiveSession::log).map(log -> log.id()).orElse("");
  }

  @Override
  public Mode mode() {
    return conversation.selection().mode();
  }

  @Override
  public String model() {
    return conversation.selection().model().name();
  }

  @Override
  public @Nullable Asker asker() {
    return conversation.face().asker();
  }

  @Override
  public Helpers helpers() {
    return helpers.inPlace();
  }

  @Override
  public AgentLibrary agents() {
    return conversation.project().agents();
  }

  @Override
  public ConversationEvidence evidence() {
    return conversation.evidence();
  }

  @Override
  public ProjectView view() {
    return conversation.project().editing().view();
  }

  @Override
  public Budget give(int parts) {
    return conversation.project().models().meter().give(parts);
  }

  @Override
  public Optional<TeamProcesses.Launcher> launcher() {
    return Optional.ofNullable(launcher);
  }

  @Override
  public double threshold() {
    return conversation.project().settings().goals().ambiguity();
  }

  @Override
  public void offer(Tool<?> tool) {
    conversation.add(tool, ToolShelf.Place.UP_FRONT);
  }

  @Override
  public void offerGoals() {
    conversation.offerGoals();
  }

  @Override
  public void diagnose(String line) {
    conversation.face().diagnostics().accept(line);
  }
}
