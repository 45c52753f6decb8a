package dev.tenon.engine.config;

import static dev.tenon.engine.config.Catalog.FLAG;
import static dev.tenon.engine.config.Catalog.add;
import static dev.tenon.engine.config.Catalog.choice;
import static dev.tenon.engine.config.Catalog.count;

import dev.tenon.core.permission.Verdict;
import dev.tenon.engine.config.Setting.Guard;
import java.util.List;

/// The settings about what may happen and what is recorded: the wall around commands, the journal,
/// the rules.
final class SafetyCatalog {
  /// Where keys usually lie; none of them is needed without a network.
  private static final List<String> HIDDEN =
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
          "~/.Xauthority");

  private SafetyCatalog() {}

  static void declare(List<Setting> all) {
    sandbox(all);
    journal(all);
    permissions(all);
  }

  private static void sandbox(List<Setting> all) {
    Type places = new Type.Texts(new Type.Text("a file or folder"));
    add(
        all,
        "sandbox.kind",
        choice(List.of("auto", "bwrap", "unshare", "off")),
        "auto",
        Guard.CLOSED,
        "The wall around commands on Linux; auto takes bwrap, or unshare without it");
    add(
        all,
        "sandbox.network",
        FLAG,
        "false",
        Guard.NOT_MORE,
        "Let commands reach the network; all of it, since single hosts cannot be allowed");
    add(
        all,
        "sandbox.writable",
        places,
        "",
        Guard.CLOSED,
        "What commands may write beyond the roots and /tmp, such as ~/.gradle");
    add(
        all,
        "sandbox.hidden",
        places,
        String.join(",", HIDDEN),
        Guard.CLOSED,
        "What commands do not get to see");
    add(all, "sandbox.full", FLAG, "false", Guard.CLOSED, "Keep the wall in mode full too");
    add(
        all,
        "sandbox.processes",
        count(32, 1_000_000),
        "4096",
        Guard.NOT_MORE,
        "Processes and threads of one command");
    add(
        all,
        "sandbox.memory",
        new Type.Whole(0, 1L << 40, Unit.BYTES),
        "0",
        Guard.CLOSED,
        "Bytes of data in each process of a command; 0 for no bound");
  }

  private static void journal(List<Setting> all) {
    add(
        all,
        "journal.shell",
        choice(List.of("on", "off")),
        "on",
        Guard.CLOSED,
        "Record what commands do to files, so that undo takes it back");
    add(
        all,
        "journal.shellFileBytes",
        new Type.Whole(1024, 32 * 1024 * 1024, Unit.BYTES),
        "16777216",
        Guard.CLOSED,
        "The largest file of which commands' changes are recorded");
    add(
        all,
        "journal.shellTotalBytes",
        new Type.Whole(1024 * 1024, 4L * 1024 * 1024 * 1024, Unit.BYTES),
        "268435456",
        Guard.CLOSED,
        "How much of a project is kept aside for that");
  }

  private static void permissions(List<Setting> all) {
    add(
        all,
        "permissions.allow",
        new Type.RuleTexts(Verdict.ALLOW),
        "",
        Guard.CLOSED,
        "Rules about what may happen unasked; never a project's own");
    add(
        all,
        "permissions.ask",
        new Type.RuleTexts(Verdict.ASK),
        "",
        Guard.FREE,
        "Rules about what is always asked; all sources count");
    add(
        all,
        "permissions.deny",
        new Type.RuleTexts(Verdict.DENY),
        "",
        Guard.FREE,
        "Rules about what never happens; all sources count");
  }
}
