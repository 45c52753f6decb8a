/// `tenon plugin`: what plugins would do, and how they become the user's own.
///
/// Entry class: [dev.tenon.cli.plugin.PluginCommand]. [dev.tenon.cli.plugin.PluginReader] reads all
/// parts of one with the readers that use them. May use `cli.mcp`, `cli.report`, `cli.base`,
/// `cli.args`, `cli.terminal.theme`, `sdk` and `engine`.
@NullMarked
package dev.tenon.cli.plugin;

import org.jspecify.annotations.NullMarked;
