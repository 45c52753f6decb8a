/// Markdown as it is meant, while it streams: lines with their blocks, marks and tables.
///
/// Entry class: [dev.tenon.cli.terminal.markdown.MarkdownStream]. Depends on `terminal.render`,
/// with whose words and widths it writes.
@NullMarked
package dev.tenon.cli.terminal.markdown;

import org.jspecify.annotations.NullMarked;
