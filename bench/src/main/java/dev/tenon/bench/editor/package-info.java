/// What an editor waits for: the start of `tenon acp`, its sessions, and updates while an answer
/// streams.
///
/// Entry class: [dev.tenon.bench.editor.EditorReport].
@NullMarked
package dev.tenon.bench.editor;

import org.jspecify.annotations.NullMarked;
