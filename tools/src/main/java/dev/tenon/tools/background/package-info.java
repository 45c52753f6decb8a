/// The tools for work beside the conversation that need no command: jobs and scheduled prompts.
///
/// No entry class: `BuiltinTools` lists them. May use `core` up to `core.tool`.
@NullMarked
package dev.tenon.tools.background;

import org.jspecify.annotations.NullMarked;
