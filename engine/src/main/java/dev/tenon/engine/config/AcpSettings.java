package dev.tenon.engine.config;

import java.util.Map;

/// The settings for work in an editor, and what is read of them. A project has no say in them.
public final class AcpSettings {
  static final Topic TOPIC =
      new Topic("Editors", "What `tenon acp` does for an editor ([editors](editors.md)).");

  static final Setting<String> TERMINAL =
      TOPIC
          .word("acp.terminal", "own", "client")
          .byDefault("own")
          .doc(
              "Where commands run: in Tenon's own shell behind the wall, or in terminals of the"
                  + " editor, around which no wall stands");

  private final Values values;

  AcpSettings(Map<String, Entry> entries) {
    this.values = new Values(entries);
  }

  /// Whether commands run in terminals of the editor, if it has any.
  public boolean clientTerminals() {
    return values.get(TERMINAL).equals("client");
  }
}
