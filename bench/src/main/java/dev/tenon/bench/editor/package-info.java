/// What an editor or a program waits for: the start of `tenon acp` and `tenon rpc`, their sessions,
/// and updates while an answer streams.
///
/// Entry class: [dev.tenon.bench.editor.EditorReport].
@NullMarked
package dev.tenon.bench.editor;

import org.jspecify.annotations.NullMarked;
