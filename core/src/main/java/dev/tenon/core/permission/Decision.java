package dev.tenon.core.permission;

import dev.tenon.core.exec.shell.Reach;
import java.util.List;
import java.util.Locale;

/// What a policy says to one access. A refusal is a decision, not an exception.
public sealed interface Decision {

  /// Why: the rule or the mode that decided, as a phrase for people.
  String because();

  /// The commands that a command line consists of, each with its own verdict; empty for anything
  /// but a command.
  List<CommandPart> parts();

  Verdict verdict();

  /// Who decided, and thereby who keeps the promise.
  default By by() {
    return By.TEXT;
  }

  /// Who decides about a command.
  enum By {
    /// The operating system: whatever the command is, it does no more than it is allowed.
    WALL,
    /// A reading of what the command says.
    TEXT;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// @param reach how far a command gets behind the wall
  record Allow(String because, List<CommandPart> parts, Reach reach, By by) implements Decision {
    public static final Allow VALUE = new Allow("", List.of());

    public Allow {
      parts = List.copyOf(parts);
    }

    public Allow(String because, List<CommandPart> parts) {
      this(because, parts, Reach.USUAL, By.TEXT);
    }

    @Override
    public Verdict verdict() {
      return Verdict.ALLOW;
    }
  }

  /// A person has to say yes first.
  ///
  /// @param reason what is asked, in a few words
  /// @param wayOut how to allow it beforehand: names the rule to add
  /// @param offers the rules that would allow it from now on; empty when no rule should
  /// @param reach how far a command gets once it is allowed
  record Ask(
      String reason,
      String wayOut,
      String because,
      List<Rule> offers,
      List<CommandPart> parts,
      Reach reach)
      implements Decision {
    /// How the reason begins when it is the mode.
    private static final String BY_MODE = "mode ";

    public Ask {
      offers = List.copyOf(offers);
      parts = List.copyOf(parts);
    }

    public Ask(String reason, String wayOut) {
      this(reason, wayOut, "", List.of(), List.of());
    }

    public Ask(
        String reason, String wayOut, String because, List<Rule> offers, List<CommandPart> parts) {
      this(reason, wayOut, because, offers, parts, Reach.USUAL);
    }

    /// The same question with other rules to allow it from now on.
    public Ask offering(List<Rule> rules) {
      return new Ask(reason, wayOut, because, rules, parts, reach);
    }

    /// Whether nothing but the mode wants it asked: no rule, and nothing in the command or the file
    /// itself.
    public boolean byModeAlone() {
      boolean alone = because.startsWith(BY_MODE);
      for (CommandPart part : parts) {
        alone &= part.verdict() != Verdict.ASK || part.because().startsWith(BY_MODE);
      }
      return alone;
    }

    /// The same question about a command that gets this far.
    public Ask reaching(Reach further) {
      return new Ask(reason, wayOut, because, offers, parts, further);
    }

    @Override
    public Verdict verdict() {
      return Verdict.ASK;
    }
  }

  /// @param reason for whoever wanted it: what was refused, why, and the way out if there is one
  record Deny(String reason, String because, List<CommandPart> parts) implements Decision {
    public Deny {
      parts = List.copyOf(parts);
    }

    public Deny(String reason) {
      this(reason, "", List.of());
    }

    @Override
    public Verdict verdict() {
      return Verdict.DENY;
    }
  }
}
