/// Measures the workspace: patches and the journal with JMH, search and large files as processes,
/// next to `rg` where it is installed.
///
/// Entry class: [dev.tenon.bench.workspace.WorkspaceReport].
@NullMarked
package dev.tenon.bench.workspace;

import org.jspecify.annotations.NullMarked;
