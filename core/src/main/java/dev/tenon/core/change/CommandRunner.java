package dev.tenon.core.change;

import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.effects.Effects;
import dev.tenon.core.change.effects.TreeFingerprints;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.evidence.Check;
import dev.tenon.core.evidence.CheckLog;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.permission.program.EmptyRuns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Runs commands in a shell and journals what they do: a command starts inside the view of the
/// [Editing] that watches it, and when it is over, however it ended, its effects are recorded as
/// one commit in its name. Every command of a tool or a person runs through here. Safe for several
/// threads.
public final class CommandRunner {
  private final Shell shell;
  private final @Nullable CheckLog checks;
  private final String helper;

  public CommandRunner(Shell shell) {
    this(shell, null);
  }

  /// @param checks gets a check for each command; null for none
  public CommandRunner(Shell shell, @Nullable CheckLog checks) {
    this(shell, checks, "");
  }

  /// @param helper whose commands they are; empty for the conversation itself
  public CommandRunner(Shell shell, @Nullable CheckLog checks, String helper) {
    this.shell = shell;
    this.checks = checks;
    this.helper = helper;
  }

  /// How a command ended, and what it did to the files.
  ///
  /// @param check what is recorded of it; null where nothing is
  public record Result(Shell.Finished finished, Effects effects, @Nullable Check check) {

    /// The id of its check, if the model is to know it.
    public Optional<String> checkId() {
      return Optional.ofNullable(check).map(Check::id);
    }

    /// What there is to say beside the output: of the shell, and of the effects.
    public List<String> notes() {
      var all = new ArrayList<>(finished.notes());
      if (!effects.isEmpty()) {
        all.add(effects.summary());
      }
      return all;
    }
  }

  /// The shell that the commands run in.
  public Shell shell() {
    return shell;
  }

  /// Whether somebody wants to know by which name a command counts as evidence.
  public boolean namesChecks() {
    return checks != null && checks.watching() == CheckLog.Watching.ALL;
  }

  /// Runs a command to its end, in the foreground: folder and variables that it leaves are those of
  /// the next one. An interrupt is answered as [Shell#run] answers it.
  ///
  /// @param command without a view; it gets that of the editing
  /// @param by who runs it, of origin `Origin.SHELL`
  /// @param progress gets the output while it comes
  /// @throws IOException when the command cannot be started
  /// @throws InterruptedException when it was not started, because the thread was interrupted
  public Result run(
      Shell.Command command, Editing editing, Attribution by, Consumer<String> progress)
      throws IOException, InterruptedException {
    return watched(Place.FOREGROUND, command, editing, by, progress);
  }

  /// The same for a command beside the conversation, such as a background job: it begins with what
  /// the shell remembers and leaves nothing behind in it.
  public Result runAside(
      Shell.Command command, Editing editing, Attribution by, Consumer<String> progress)
      throws IOException, InterruptedException {
    return watched(Place.BACKGROUND, command, editing, by, progress);
  }

  private enum Place {
    FOREGROUND,
    BACKGROUND
  }

  private Result watched(
      Place place,
      Shell.Command command,
      Editing editing,
      Attribution by,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    CheckLog log = checks;
    Attribution whose = helper.isEmpty() ? by : by.by(helper);
    CheckLog.Begun begun =
        log == null ? null : log.begin(typed(command), command.directory(), whose);
    Confinement.Writes writes = shell.confinement().writes(command.reach());
    CommandWatch watch =
        switch (writes) {
          case KEPT -> editing.watch(by);
          case REFUSED -> editing.watchLooking(by);
          case DISCARDED -> editing.watchDiscarding();
        };
    boolean asked =
        log != null
            && log.watching() == CheckLog.Watching.ALL
            && writes != Confinement.Writes.DISCARDED
            && !watch.tellsTrees();
    TreeFingerprints before = asked ? editing.fingerprint() : TreeFingerprints.UNKNOWN;
    Shell.Finished finished;
    Effects effects;
    try {
      Shell.Command inside = command.inside(watch.view());
      finished =
          place == Place.FOREGROUND
              ? shell.run(inside, progress)
              : shell.runAside(inside, progress);
    } finally {
      effects = watch.finish();
    }
    if (asked) {
      effects = effects.within(around(before, editing));
    }
    return new Result(finished, effects, begun == null ? null : begun.ended(finished, effects));
  }

  /// The command as it would have to be typed to get the same variables: with others it is another
  /// one. Of those that a command before it left, only what would make its exit code worthless.
  private String typed(Shell.Command command) {
    var variables = new TreeMap<String, String>();
    shell
        .remembered()
        .forEach(
            (name, value) -> {
              if (EmptyRuns.variable(name, value).isPresent()) {
                variables.put(name, value);
              }
            });
    variables.putAll(command.environment());
    var line = new StringBuilder();
    variables.forEach(
        (name, value) ->
            line.append("export ")
                .append(name)
                .append("='")
                .append(value.replace("'", "'\\''"))
                .append("'; "));
    return line.append(command.line()).toString();
  }

  /// What all files were before and are now, for a command whose watch does not tell.
  private static TreeFingerprints around(TreeFingerprints before, Editing editing) {
    boolean interrupted = Thread.interrupted();
    try {
      return new TreeFingerprints(before.after(), editing.fingerprint().after(), before.outside());
    } catch (InterruptedException stopped) {
      interrupted = true;
      return TreeFingerprints.UNKNOWN;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
