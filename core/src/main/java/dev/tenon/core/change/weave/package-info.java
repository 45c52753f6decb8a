/// The working buffer of one staged file: the layers of changes on top of each other, woven into
/// lines of which any choice of hunks gives a text.
///
/// Entry class: [dev.tenon.core.change.weave.WorkingBuffer]. May use `text`, `edit`, its room
/// `diff`, and the room `journal`.
@NullMarked
package dev.tenon.core.change.weave;

import org.jspecify.annotations.NullMarked;
