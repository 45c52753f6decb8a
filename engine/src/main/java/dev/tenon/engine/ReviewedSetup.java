package dev.tenon.engine;

import dev.tenon.core.agent.PromptReader;
import dev.tenon.core.agent.Setup;
import dev.tenon.core.helper.Ceiling;
import dev.tenon.core.model.Message;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Policy;
import dev.tenon.core.tool.Addresses;
import dev.tenon.core.tool.CallHooks;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.engine.agent.ToolWords;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.discovery.FileRules;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.prompt.AgentPrompts;
import dev.tenon.engine.prompt.SkillPrompts;
import dev.tenon.engine.prompt.TemplatePrompts;
import dev.tenon.engine.template.PromptTemplate;
import dev.tenon.tools.MentionedFiles;
import dev.tenon.tools.Presentation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a prompt works with whose edits are reviewed. An instruction that calls a command from a
/// file or a skill is read as in a conversation; what the file lists of tools narrows the work.
final class ReviewedSetup {
  private static final Policy ANYTHING = (tool, access) -> Decision.Allow.VALUE;

  private final Project project;
  private final ModelOpener.Opened model;
  private final ReviewedWork work;
  private final @Nullable PromptTemplate called;

  private ReviewedSetup(Project project, ModelOpener.Opened model, ReviewedWork work) {
    this.project = project;
    this.model = model;
    this.work = work;
    this.called = called(project, work);
  }

  /// The command that an instruction calls; those of files belong to the project's own folder.
  private static @Nullable PromptTemplate called(Project project, ReviewedWork work) {
    return work.workspace().root().equals(project.root())
        ? TemplatePrompts.called(work.instruction(), project.templates().orElse(null))
        : null;
  }

  static Setup of(Project project, ModelOpener.Opened model, ReviewedWork work) {
    return new ReviewedSetup(project, model, work).made();
  }

  private Setup made() {
    Settings settings = project.settings();
    var tools =
        new ToolRunner(
            project.placement().upFront(tools()),
            work.workspace(),
            work.editing(),
            policy(),
            work.approver(),
            project.outputBound(),
            instructing());
    return new Setup(
        model.model(),
        project.reviewedPrompt(work),
        tools,
        new Setup.Limits(
            Math.min(settings.maxSteps(), work.steps()),
            settings.historyBudget(),
            project.outputTokens(model),
            settings.effort()),
        reader(tools),
        project.compaction(model));
  }

  /// The folder's instructions about files come with the first of them.
  private CallHooks instructing() {
    Path root = work.workspace().root();
    FileRules rules = project.instructions(root).rules();
    return rules.isEmpty() ? CallHooks.NONE : rules.begin().around(CallHooks.NONE, root);
  }

  private @Nullable ToolWords narrowing() {
    return called == null ? null : called.wishes().tools();
  }

  private List<Tool<?>> tools() {
    List<Tool<?>> all = ReviewedHelpers.tools(project, model, work);
    ToolWords only = narrowing();
    if (only == null) {
      return all;
    }
    var some = new ArrayList<Tool<?>>();
    for (Tool<?> tool : all) {
      if (ReviewedHelpers.has(only.tools(), tool.name())) {
        some.add(tool);
      }
    }
    return some;
  }

  private Policy policy() {
    Policy usual =
        work.policyWithin(
            ProjectParts.rules(project.settings(), work.workspace().root()), project.home());
    ToolWords only = narrowing();
    List<String> commands = only == null ? null : only.commands();
    return commands == null || called == null
        ? usual
        : new Ceiling(
            called.name(),
            () -> usual,
            ANYTHING,
            ConversationHelpers.listed(project, commands, problem -> {}));
  }

  private PromptReader reader(ToolRunner tools) {
    return typed -> {
      boolean own = work.workspace().root().equals(project.root());
      if (!own || !typed.strip().startsWith("/")) {
        return Message.User.of(typed);
      }
      var files =
          new MentionedFiles(
              work.workspace(),
              work.editing(),
              Presentation.suiting(project.dialect(model.name())),
              project.toolLimits(),
              new Addresses(List.of()),
              problem -> {});
      PromptTemplate template = called;
      if (template == null) {
        return SkillPrompts.called(typed, ConversationExtras.library(project)).isEmpty()
            ? Message.User.of(typed)
            : SkillPrompts.read(typed, ConversationExtras.library(project), files);
      }
      Message.User read = TemplatePrompts.read(typed, template, files, tools);
      String agent = template.wishes().agent();
      return agent.isEmpty() || project.agents().find(agent).isEmpty()
          ? read
          : AgentPrompts.delegated(agent, read);
    };
  }
}
