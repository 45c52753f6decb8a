package dev.tenon.core.tool;

import dev.tenon.core.permission.Access;
import java.util.List;

/// A tool: something that the model can have done by calling it with arguments. A tool is one class
/// and one line in the list of tools; its JSON schema is derived from its parameter record, or
/// given ([SchemaTool]). It never asks for permission, bounds its output or logs by itself:
/// [ToolRunner] does.
public interface Tool<P extends Record> {
  String name();

  /// What the tool does and its limits, for the model. Short: it is sent with every request. Its
  /// first sentence is what the tool is for ([Purpose]).
  String description();

  /// The record of its arguments; components carry [Doc].
  Class<P> parameters();

  /// What this call will touch, as far as its arguments tell. The policy decides about each before
  /// the tool runs; a call that only reads may run beside others. What turns out later is asked for
  /// by [ToolContext#permits].
  List<Access> access(P parameters);

  /// Whether the call runs alone and in order even though it touches nothing.
  default boolean exclusive() {
    return false;
  }

  /// Whether the call plans what it writes and asks for it with the plan ([Permits#request(List,
  /// java.util.function.Supplier)]), so that a person can see the changes before they allow them.
  default boolean plansWrites() {
    return false;
  }

  /// Runs the call. Blocks; cancellation is interruption. A call that has something to show for
  /// itself when it is interrupted sets the flag of the thread again and answers with that.
  ToolResult run(P parameters, ToolContext context) throws ToolException, InterruptedException;

  /// The call in a few words for a person: usually its path or command.
  String title(P parameters);
}
