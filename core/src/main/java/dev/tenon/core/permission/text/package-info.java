/// How commands are written, for rules about their text.
///
/// Entry class: [dev.tenon.core.permission.text.TextPattern]. May use `permission.command`.
@NullMarked
package dev.tenon.core.permission.text;

import org.jspecify.annotations.NullMarked;
