package dev.tenon.core.permission;

import java.util.List;

/// What a policy says to one access. A refusal is a decision, not an exception.
public sealed interface Decision {

  /// Why: the rule or the mode that decided, as a phrase for people.
  String because();

  /// The commands that a command line consists of, each with its own verdict; empty for anything
  /// but a command.
  List<CommandPart> parts();

  Verdict verdict();

  record Allow(String because, List<CommandPart> parts) implements Decision {
    public static final Allow VALUE = new Allow("", List.of());

    public Allow {
      parts = List.copyOf(parts);
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
  record Ask(
      String reason, String wayOut, String because, List<Rule> offers, List<CommandPart> parts)
      implements Decision {
    public Ask {
      offers = List.copyOf(offers);
      parts = List.copyOf(parts);
    }

    public Ask(String reason, String wayOut) {
      this(reason, wayOut, "", List.of(), List.of());
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
