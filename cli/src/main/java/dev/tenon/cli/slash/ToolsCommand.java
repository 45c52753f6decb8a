package dev.tenon.cli.slash;

import dev.tenon.cli.terminal.input.Picker;
import dev.tenon.cli.terminal.input.PickerAction;
import dev.tenon.cli.terminal.input.PickerSpec;
import dev.tenon.cli.terminal.input.PickerText;
import dev.tenon.cli.terminal.render.Amounts;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.SettingsWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// `/tools`: the tools of the conversation, those that every request declares, those on the shelf
/// and those that are off; switches one off or on in the user's own file.
public final class ToolsCommand {
  private static final String OFF = "tools.off";

  private final SettingsWriter writer;

  /// What was switched here, and how it will be from the next start on.
  private final Map<String, Place> next = new HashMap<>();

  public ToolsCommand(SettingsWriter writer) {
    this.writer = writer;
  }

  public SlashCommand slash() {
    return SlashCommand.of(
        "tools",
        "The tools that the model has",
        (argument, context) -> {
          if (context.hasScreen()) {
            Picker<Row> picker = picker(context.conversation().setup().tools(), context.look());
            context.choose(picker);
          } else {
            BuiltinCommands.tools(argument, context);
          }
        });
  }

  /// A tool and where it stands.
  ///
  /// @param bytes of what a request says of it; 0 if that is not known
  /// @param why it is off; empty if it is not
  record Row(String name, String description, Place place, long bytes, String why) {}

  /// Where a tool stands.
  enum Place {
    STANDING,
    SHELF,
    OFF;

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static List<Row> rows(ToolRunner tools) {
    var rows = new ArrayList<Row>();
    var declared = new ArrayList<String>();
    for (ToolSpec spec : tools.specs()) {
      declared.add(spec.name());
      rows.add(row(spec, Place.STANDING));
    }
    for (Tool<?> tool : tools.shelf().shelved()) {
      if (!declared.contains(tool.name())) {
        rows.add(row(ToolShelf.spec(tool), Place.SHELF));
      }
    }
    for (Map.Entry<String, String> off : tools.shelf().off().entrySet()) {
      rows.add(new Row(off.getKey(), "", Place.OFF, 0, off.getValue()));
    }
    return rows;
  }

  private static Row row(ToolSpec spec, Place place) {
    long bytes = spec.toJson().compact().getBytes(StandardCharsets.UTF_8).length;
    return new Row(spec.name(), spec.description(), place, bytes, "");
  }

  Picker<Row> picker(ToolRunner tools, DisplayOptions look) {
    var opened = new ArrayList<Picker<Row>>();
    Picker<Row> picker =
        new PickerSpec<Row>("Tools", look)
            .main(Row::name)
            .column(this::place, 19)
            .column(row -> row.bytes() == 0 ? "" : Amounts.bytes(row.bytes()), 8)
            .searching(Row::description)
            .painted(row -> row.place() == Place.OFF ? Optional.of(Style.DIM) : Optional.empty())
            .preview(this::about)
            .enter("")
            .refusing(row -> "Ctrl-T switches it off or on; Esc leaves.")
            .action(
                PickerAction.control(
                    't',
                    "off/on",
                    new PickerAction.Effect.Run<>(row -> toggled(row, tools, opened))))
            .open(rows(tools));
    opened.add(picker);
    return picker;
  }

  private String toggled(Row row, ToolRunner tools, List<Picker<Row>> opened) {
    String said = toggle(row);
    opened.getFirst().items(rows(tools));
    return said;
  }

  private String place(Row row) {
    Place then = next.getOrDefault(row.name(), row.place());
    String later = then == row.place() ? "" : then == Place.OFF ? ", later off" : ", later on";
    return row.place().word() + later;
  }

  private List<PickerText> about(Row row) {
    var lines = new ArrayList<PickerText>();
    lines.add(PickerText.bold(row.name()));
    if (!row.why().isEmpty()) {
      lines.add(new PickerText(Style.WARNING, "off: " + row.why()));
    }
    lines.add(
        PickerText.dim(
            switch (row.place()) {
              case STANDING -> "declared in every request";
              case SHELF -> "on the shelf, for the model to take";
              case OFF -> "not there for the model";
            }));
    Place then = next.getOrDefault(row.name(), row.place());
    if (then != row.place()) {
      lines.add(
          new PickerText(
              Style.WARNING,
              then == Place.OFF ? "off from the next start on" : "on from the next start on"));
    }
    lines.add(PickerText.of(row.description()));
    return lines;
  }

  /// Changes the list in the user's file.
  private String toggle(Row row) {
    try {
      var off = new ArrayList<>(writer.items(OFF));
      Place then = next.getOrDefault(row.name(), row.place());
      boolean switchedOn = off.remove(row.name());
      if (!switchedOn && then == Place.OFF) {
        return "It is not your file that switches it off: " + row.why();
      }
      if (!switchedOn) {
        off.add(row.name());
      }
      if (off.isEmpty()) {
        writer.unset(OFF);
      } else {
        writer.set(OFF, String.join(",", off));
      }
      next.put(
          row.name(),
          !switchedOn ? Place.OFF : row.place() == Place.OFF ? Place.SHELF : row.place());
      return row.name()
          + (switchedOn ? " is not switched off any more" : " is off")
          + " from the next start on ("
          + writer.file()
          + ").";
    } catch (ConfigException refused) {
      return String.valueOf(refused.getMessage());
    }
  }
}
