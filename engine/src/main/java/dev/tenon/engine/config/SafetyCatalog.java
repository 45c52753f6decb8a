package dev.tenon.engine.config;

import dev.tenon.core.change.effects.EffectLimits;
import dev.tenon.core.permission.Verdict;
import dev.tenon.engine.config.value.Type;
import dev.tenon.engine.config.value.Unit;
import dev.tenon.engine.config.value.Value;
import java.util.List;

/// The settings about what may happen and what is recorded: the roots, the wall around commands,
/// the journal, the rules.
final class SafetyCatalog {
  static final Topic TOPIC =
      new Topic(
          "What may happen, and what is recorded",
          "See [permissions](permissions.md) and [the sandbox](sandbox.md). Rules of all sources"
              + " add up; deny outranks ask, and ask outranks allow.");

  private static final Type<String> FOLDER = new Type.Text("a folder");
  private static final Type<String> PLACE = new Type.Text("a file or folder");
  private static final EffectLimits EFFECTS = EffectLimits.DEFAULT;

  static final Setting<List<String>> ROOTS_READ_ONLY =
      TOPIC
          .list("roots.readOnly", FOLDER)
          .byDefault(List.of())
          .doc("More folders that tools may read, outside of the project");
  static final Setting<List<String>> ROOTS_WRITABLE =
      TOPIC
          .list("roots.writable", FOLDER)
          .byDefault(List.of())
          .doc("More folders that tools may read and write, outside of the project");
  static final Setting<String> SANDBOX_KIND =
      TOPIC
          .word("sandbox.kind", "auto", "bwrap", "unshare", "off")
          .byDefault("auto")
          .doc("The wall around commands on Linux; auto takes bwrap, or unshare without it");
  static final Setting<Boolean> SANDBOX_NETWORK =
      TOPIC
          .flag("sandbox.network")
          .byDefault(false)
          .notMore()
          .doc("Let commands reach the network; all of it, since single hosts cannot be allowed");
  static final Setting<List<String>> SANDBOX_WRITABLE =
      TOPIC
          .list("sandbox.writable", PLACE)
          .byDefault(List.of())
          .doc("What commands may write beyond the roots and /tmp, such as ~/.gradle");

  /// By default where keys usually lie; none of them is needed without a network.
  static final Setting<List<String>> SANDBOX_HIDDEN =
      TOPIC
          .list("sandbox.hidden", PLACE)
          .byDefault(
              List.of(
                  "~/.ssh",
                  "~/.gnupg",
                  "~/.aws",
                  "~/.azure",
                  "~/.kube",
                  "~/.config/gcloud",
                  "~/.config/gh",
                  "~/.docker/config.json",
                  "~/.netrc",
                  "~/.git-credentials",
                  "~/.pypirc",
                  "~/.password-store",
                  "~/.Xauthority"))
          .doc("What commands do not get to see");

  static final Setting<String> SANDBOX_PLAN =
      TOPIC
          .word("sandbox.plan", "readOnly", "copy")
          .byDefault("readOnly")
          .doc(
              "What commands of mode plan see: the project read-only, or a copy that is thrown away"
                  + " after each, so that tests and builds work");
  static final Setting<Boolean> SANDBOX_FULL =
      TOPIC.flag("sandbox.full").byDefault(false).doc("Keep the wall in mode full too");
  static final Setting<Integer> SANDBOX_PROCESSES =
      TOPIC
          .integer("sandbox.processes", 32, 1_000_000)
          .byDefault(4096)
          .notMore()
          .doc("Processes and threads of one command");
  static final Setting<Long> SANDBOX_MEMORY =
      TOPIC
          .count("sandbox.memory", 0, 1L << 40, Unit.BYTES)
          .byDefault(0L)
          .doc("Bytes of data in each process of a command; 0 for no bound");
  static final Setting<EffectLimits.Use> JOURNAL_SHELL =
      TOPIC
          .constant("journal.shell", EffectLimits.Use.values())
          .byDefault(EFFECTS.use())
          .doc("Record what commands do to files, so that undo takes it back");
  static final Setting<Long> JOURNAL_SHELL_FILE_BYTES =
      TOPIC
          .count("journal.shellFileBytes", 1024, 32 * 1024 * 1024, Unit.BYTES)
          .byDefault(EFFECTS.fileBytes())
          .doc("The largest file of which commands' changes are recorded");
  static final Setting<Long> JOURNAL_SHELL_TOTAL_BYTES =
      TOPIC
          .count("journal.shellTotalBytes", 1024 * 1024, 4L * 1024 * 1024 * 1024, Unit.BYTES)
          .byDefault(EFFECTS.totalBytes())
          .doc("How much of a project is kept aside for that");
  static final Setting<List<Value.RuleTexts.Line>> PERMISSIONS_ALLOW =
      TOPIC
          .rules("permissions.allow", Verdict.ALLOW)
          .doc("Rules about what may happen unasked; never a project's own");
  static final Setting<List<Value.RuleTexts.Line>> PERMISSIONS_ASK =
      TOPIC
          .rules("permissions.ask", Verdict.ASK)
          .free()
          .doc("Rules about what is always asked; all sources count");
  static final Setting<List<Value.RuleTexts.Line>> PERMISSIONS_DENY =
      TOPIC
          .rules("permissions.deny", Verdict.DENY)
          .free()
          .doc("Rules about what never happens; all sources count");

  private SafetyCatalog() {}
}
