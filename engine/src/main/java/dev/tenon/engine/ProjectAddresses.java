package dev.tenon.engine;

import dev.tenon.core.exec.shell.Artifacts;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.helper.HelperFiles;
import dev.tenon.core.helper.HelperReader;
import dev.tenon.core.permission.RuleBook;
import dev.tenon.core.tool.AddressReader;
import dev.tenon.core.tool.Addresses;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionReader;
import dev.tenon.tools.ArtifactReader;
import dev.tenon.tools.web.WebReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What tools can read beside files: long outputs of the shell, and the web through the settings of
/// the models' own client. Made when the first address is met, so that a run without one loads
/// nothing of it; a class and not a lambda for the same reason.
final class ProjectAddresses implements Supplier<List<AddressReader>> {
  /// What a person can mention besides files: long outputs of the shell, and earlier sessions.
  private static final class Mentioned implements Supplier<List<AddressReader>> {
    private final Shell shell;
    private final @Nullable ActiveSession session;

    Mentioned(Shell shell, @Nullable ActiveSession session) {
      this.shell = shell;
      this.session = session;
    }

    @Override
    public List<AddressReader> get() {
      var readers = new ArrayList<AddressReader>();
      shell.artifacts().ifPresent(kept -> readers.add(new ArtifactReader(kept)));
      if (session != null) {
        readers.add(new SessionReader(session.store(), session.root()));
      }
      return readers;
    }
  }

  private final ModelOpener models;
  private final Shell shell;
  private final RuleBook rules;
  private final @Nullable HelperFiles helpers;

  private ProjectAddresses(
      ModelOpener models, Shell shell, RuleBook rules, @Nullable HelperFiles helpers) {
    this.helpers = helpers;
    this.models = models;
    this.shell = shell;
    this.rules = rules;
  }

  /// @param rules of the conversation, of which the user's open closed addresses
  /// @param helpers what helpers gave back; null where there are none
  static Addresses of(Project project, Shell shell, RuleBook rules, @Nullable HelperFiles helpers) {
    return new Addresses(new ProjectAddresses(project.models(), shell, rules, helpers));
  }

  /// @param session of the conversation; the sessions beside it can be mentioned
  static Addresses mentioned(Shell shell, @Nullable ActiveSession session) {
    return new Addresses(new Mentioned(shell, session));
  }

  @Override
  public List<AddressReader> get() {
    var readers = new ArrayList<AddressReader>();
    Artifacts kept = shell.artifacts().orElse(null);
    if (kept != null) {
      readers.add(new ArtifactReader(kept));
    }
    if (helpers != null) {
      readers.add(new HelperReader(helpers));
    }
    readers.addAll(WebReader.both(models.fetch(), rules::names));
    return readers;
  }
}
