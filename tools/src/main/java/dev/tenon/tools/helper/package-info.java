/// The tools that give work to helpers and talk to them. The entry class is
/// [dev.tenon.tools.helper.RunHelpers]. May use `core` up to `tool`.
@NullMarked
package dev.tenon.tools.helper;

import org.jspecify.annotations.NullMarked;
