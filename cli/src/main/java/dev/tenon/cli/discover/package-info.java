/// `tenon discover`: what other tools left in a project, what is used of it, and how it becomes the
/// user's own.
///
/// Entry class: [dev.tenon.cli.discover.DiscoverCommand]. May use `cli.mcp`, `cli.report`,
/// `cli.base`, `cli.args`, and `engine`.
@NullMarked
package dev.tenon.cli.discover;

import org.jspecify.annotations.NullMarked;
