package dev.tenon.core.tool;

import dev.tenon.core.workspace.Workspace;
import java.util.function.Consumer;

/// What a running call may use: the workspace, and a sink for output that a person sees while the
/// call still runs.
public record ToolContext(Workspace workspace, String callId, Consumer<String> progress) {}
