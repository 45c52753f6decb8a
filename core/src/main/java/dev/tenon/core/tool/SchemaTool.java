package dev.tenon.core.tool;

import dev.tenon.core.json.Json;

/// A tool whose JSON schema is given instead of derived from a record: one that somebody else
/// describes, such as the tool of a server. It gets its arguments as the object that the model
/// sent, checked against the schema as far as [GivenSchema] goes.
public interface SchemaTool extends Tool<SchemaTool.Arguments> {

  /// What the model sent, in the types that the schema wants.
  record Arguments(Json.Obj values) {}

  /// The schema of an object. Always the same for one tool.
  Json.Obj schema();

  /// Whether an object is what a schema says, as far as arguments are checked.
  ///
  /// @throws ToolException with what is wrong
  static void check(Json.Obj schema, Json.Obj value) throws ToolException {
    new GivenSchema(schema).bind(value);
  }

  /// One whose work is done by somebody who serves the whole conversation, its helpers too.
  interface Shared extends SchemaTool {
    /// The tool as one helper has it: the same, unless the server keeps state for whoever asks.
    Shared forHelper(String helper);

    /// A helper has ended; what was there for it alone ends.
    void helperEnded(String helper);

    /// Whether what it does lands in the project itself, wherever the helper works.
    boolean worksInProject();
  }

  @Override
  default Class<Arguments> parameters() {
    return Arguments.class;
  }
}
