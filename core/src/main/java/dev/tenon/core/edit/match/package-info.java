/// The dialect of `edit_file`, and the search for lines that are nearly the wanted ones.
///
/// Entry class: [dev.tenon.core.edit.match.ExactEdit]. May use `text`, `edit` and its room `diff`.
@NullMarked
package dev.tenon.core.edit.match;

import org.jspecify.annotations.NullMarked;
