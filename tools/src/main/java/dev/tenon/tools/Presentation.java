package dev.tenon.tools;

import dev.tenon.core.edit.hashline.Anchors;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.FileVersion;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.AddressContent;
import dev.tenon.core.workspace.ReadLimits;
import dev.tenon.core.workspace.ReadResult;
import dev.tenon.core.workspace.Workspace;
import java.util.List;

/// How a read is shown to the model: in the form that the edit dialect needs.
public enum Presentation {
  /// The text as it is.
  PLAIN,
  /// With the hash of the file in front, which an edit has to name.
  HASHED,
  /// Every line behind its number.
  NUMBERED,
  /// Every line behind its anchor.
  ANCHORED;

  public static Presentation suiting(EditDialect dialect) {
    return switch (dialect) {
      case EDIT_FILE, APPLY_PATCH -> PLAIN;
      case SAFE_PATCH -> HASHED;
      case PROPOSE_EDITS -> NUMBERED;
      case HASHLINE -> ANCHORED;
    };
  }

  /// Shows a read, and notes which lines the model knows by that if its edits will need it.
  ToolResult present(ReadResult read, Workspace workspace) throws ToolException {
    if (this == NUMBERED && read instanceof ReadResult.Text text) {
      workspace
          .shown()
          .showed(text.real(), text.first(), text.lines(), ReadLimits.DEFAULT.lineLength() - 1);
    }
    return present(read);
  }

  private ToolResult present(ReadResult read) throws ToolException {
    return switch (read) {
      case ReadResult.Text text ->
          new ToolResult.Text(
              header(text) + body(text) + notes(text.notes()),
              facts(text),
              "Read a smaller range of lines.");
      case ReadResult.Tree tree -> {
        var facts = Json.object();
        if (!tree.notes().isEmpty()) {
          facts.put("note", String.join(" ", tree.notes()));
        }
        yield new ToolResult.Tree(tree.path(), tree.entries(), facts.build());
      }
      case ReadResult.Binary binary ->
          throw new ToolException(
              ToolException.Code.INVALID_ARGUMENT,
              binary.path()
                  + " is not text ("
                  + binary.reason()
                  + ", "
                  + binary.size()
                  + " bytes) and cannot be read",
              binary.version() == null
                  ? List.of()
                  : List.of(
                      "It is known as version "
                          + binary.version().version()
                          + " now: it can be moved, deleted or replaced as a whole."));
    };
  }

  /// Shows what lies at an address: in the same form whatever the dialect, since it is not edited.
  static ToolResult present(AddressContent content) throws ToolException {
    return switch (content) {
      case AddressContent.Text text -> {
        var facts =
            Json.object()
                .put("path", text.address())
                .put("start_line", text.first())
                .put("end_line", text.last());
        if (text.total() >= 0) {
          facts.put("total_lines", text.total());
        }
        if (!text.notes().isEmpty()) {
          facts.put("notes", Json.strings(text.notes()));
        }
        yield new ToolResult.Text(
            text.content() + notes(text.notes()), facts.build(), "Read a smaller range of lines.");
      }
      case AddressContent.Binary binary ->
          throw new ToolException(
              ToolException.Code.INVALID_ARGUMENT,
              binary.address() + " is not text (" + binary.reason() + ") and cannot be read");
    };
  }

  private String header(ReadResult.Text text) {
    FileVersion version = text.version();
    return this == HASHED && version != null
        ? "["
            + text.path()
            + ", version "
            + version.version()
            + ", sha256 "
            + version.sha256()
            + "]\n"
        : "";
  }

  private String body(ReadResult.Text text) {
    return switch (this) {
      case PLAIN, HASHED -> text.content();
      case ANCHORED -> Anchors.render(text.lines(), (int) text.first());
      case NUMBERED -> {
        var out = new StringBuilder();
        for (int i = 0; i < text.lines().size(); i++) {
          out.append(text.first() + i).append('|').append(text.lines().get(i)).append('\n');
        }
        yield out.toString();
      }
    };
  }

  private static String notes(List<String> notes) {
    return notes.isEmpty() ? "" : "[" + String.join(" ", notes) + "]";
  }

  private static Json.Obj facts(ReadResult.Text text) {
    var facts =
        Json.object()
            .put("path", text.path())
            .put("start_line", text.first())
            .put("end_line", text.last());
    if (text.total() >= 0) {
      facts.put("total_lines", text.total());
    }
    text.versionIfAny()
        .ifPresent(
            version -> facts.put("version", version.version()).put("sha256", version.sha256()));
    if (!text.notes().isEmpty()) {
      facts.put("notes", Json.strings(text.notes()));
    }
    return facts.build();
  }
}
