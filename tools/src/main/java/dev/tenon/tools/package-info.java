/// The built-in tools, one class each.
///
/// Entry class: [dev.tenon.tools.BuiltinTools]. Depends on `core` up to `core.tool`.
@NullMarked
package dev.tenon.tools;

import org.jspecify.annotations.NullMarked;
