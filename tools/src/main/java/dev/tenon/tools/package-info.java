/// The built-in tools, one class each.
///
/// Entry class: [dev.tenon.tools.BuiltinTools]. May use its rooms and `core` up to `core.tool`.
@NullMarked
package dev.tenon.tools;

import org.jspecify.annotations.NullMarked;
