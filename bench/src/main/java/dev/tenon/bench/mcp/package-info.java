/// Measures servers of the Model Context Protocol: their catalogues, and calls over both ways.
///
/// Entry class: [dev.tenon.bench.mcp.McpReport].
@NullMarked
package dev.tenon.bench.mcp;

import org.jspecify.annotations.NullMarked;
