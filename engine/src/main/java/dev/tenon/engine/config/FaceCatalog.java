package dev.tenon.engine.config;

import dev.tenon.engine.config.value.Type;
import java.util.List;

/// The settings of the terminal, and what is told to logs and collectors.
final class FaceCatalog {
  static final Topic TOPIC =
      new Topic("Terminal, logs and telemetry", "None of what is told holds a key.");

  static final Topic EDITORS =
      new Topic(
          "Editors and other programs",
          "What `tenon acp` does for an editor ([editors](editors.md)), and `tenon rpc` for a"
              + " program ([rpc](rpc.md)).");

  private static final String NO_COMMAND = "none";

  static final Setting<Settings.Color> COLOR =
      TOPIC
          .constant("ui.color", Settings.Color.values())
          .byDefault(Settings.Color.AUTO)
          .free()
          .doc("Colours in the terminal; the variable NO_COLOR means never");
  static final Setting<Boolean> SPINNER =
      TOPIC
          .flag("ui.spinner")
          .byDefault(true)
          .free()
          .doc("A moving sign and a clock while waiting; without them nothing moves by itself");
  static final Setting<Boolean> PLAIN =
      TOPIC
          .flag("ui.plain")
          .byDefault(false)
          .free()
          .doc(
              "Lines and words alone, for screen readers: nothing moves or is drawn again, every"
                  + " state is said, questions are answered with a line");
  static final Setting<String> THINKING =
      TOPIC
          .word("ui.thinking", "short", "full", "hidden")
          .byDefault("short")
          .free()
          .doc(
              "What is shown of the model's thinking: its last lines while it goes on and one line"
                  + " afterwards, all of it, or only that it goes on; Ctrl-O opens what is not"
                  + " shown");
  static final Setting<Boolean> TITLE =
      TOPIC
          .flag("ui.title")
          .byDefault(true)
          .doc("What the session is about, and its state, in the title of the window");
  static final Setting<Settings.Notify> NOTIFY =
      TOPIC
          .constant("ui.notify", Settings.Notify.values())
          .byDefault(Settings.Notify.AUTO)
          .doc(
              "What tells a person who looks elsewhere that a turn of some length is over or a"
                  + " question waits: a notification where the terminal has them, only the bell,"
                  + " or nothing");
  static final Setting<Boolean> STATUS_ENABLED =
      TOPIC
          .flag("statusLine.enabled")
          .byDefault(true)
          .free()
          .doc("A line of state below the editor");
  static final Setting<List<Settings.StatusSegment>> STATUS_SEGMENTS =
      TOPIC
          .list("statusLine.segments", Type.Choice.of(Settings.StatusSegment.values()))
          .byDefault(List.of(Settings.StatusSegment.values()))
          .free()
          .doc("What the line of state shows, in this order");
  static final Setting<String> STATUS_COMMAND =
      TOPIC
          .text("statusLine.command", "a command line, or none")
          .byDefault(NO_COMMAND)
          .doc(
              "A command that is given the state as JSON and prints the line in place of the"
                  + " built-in one ([terminal.md](terminal.md)); none for none");
  static final Setting<String> THEME =
      TOPIC
          .text("ui.theme", "auto, or the name of a theme")
          .byDefault("auto")
          .doc(
              "The theme of the terminal; auto takes theme.dark or theme.light, as its background"
                  + " is");
  static final Setting<String> THEME_DARK =
      TOPIC
          .text("theme.dark", "the name of a theme")
          .byDefault("dark")
          .doc("The theme on a dark background");
  static final Setting<String> THEME_LIGHT =
      TOPIC
          .text("theme.light", "the name of a theme")
          .byDefault("light")
          .doc("The theme on a light background");
  static final Setting<Boolean> COLOR_BLIND =
      TOPIC
          .flag("ui.colorBlind")
          .byDefault(false)
          .doc("Show what was added and removed in blue and orange, in every theme");
  static final Setting<Settings.SymbolPreset> SYMBOL_PRESET =
      TOPIC
          .constant("ui.symbolPreset", Settings.SymbolPreset.values())
          .byDefault(Settings.SymbolPreset.AUTO)
          .doc(
              "The signs of the terminal; nerd needs a font with icons, auto is what the theme"
                  + " says");
  static final Setting<Settings.EditingStyle> EDITOR_KEYS =
      TOPIC
          .constant("editor.keys", Settings.EditingStyle.values())
          .byDefault(Settings.EditingStyle.EMACS)
          .doc("How prompts are edited");
  static final Setting<List<String>> KEYS =
      TOPIC
          .list("keys.*", new Type.Text("names of keys like ctrl-x, alt-enter or f5"))
          .doc("The keys of an action of the editor; `/keys` lists actions and keys");
  static final Setting<String> LOG_LEVEL =
      TOPIC
          .word("log.level", "off", "warn", "info", "debug")
          .byDefault("warn")
          .doc("What is written to logs/tenon.jsonl in the state folder");
  static final Setting<Boolean> TELEMETRY_ENABLED =
      TOPIC
          .flag("telemetry.enabled")
          .byDefault(false)
          .doc("Send traces and metrics to a collector");
  static final Setting<String> TELEMETRY_ENDPOINT =
      TOPIC
          .of("telemetry.endpoint", new Type.Url())
          .byDefault("http://localhost:4318")
          .doc("The base address of an OTLP collector over HTTP");
  static final Setting<String> TELEMETRY_HEADERS =
      TOPIC.secret("telemetry.headers.*").doc("A header for the collector");

  static final Setting<String> ACP_TERMINAL =
      EDITORS
          .word("acp.terminal", "own", "client")
          .byDefault("own")
          .doc(
              "Where commands run: in Tenon's own shell behind the wall, or in terminals of the"
                  + " editor, around which no wall stands");

  static final Setting<Integer> RPC_ANSWER_SECONDS =
      EDITORS
          .integer("rpc.answerSeconds", 0, 86_400)
          .byDefault(600)
          .free()
          .doc(
              "So long a program has to answer what the person is asked; no answer means no. 0 for"
                  + " as long as it takes");

  private FaceCatalog() {}

  /// The command of the line of state, empty for none.
  static String statusCommand(String value) {
    return value.equals(NO_COMMAND) ? "" : value;
  }
}
