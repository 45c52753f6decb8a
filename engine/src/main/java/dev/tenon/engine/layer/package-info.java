/// What helpers did apart from the project, and what waits for a person because of it: layers are
/// opened, listed, shown, merged and dropped here, and nothing of them goes before its content is
/// in the journal's blobs.
///
/// Entry class: [dev.tenon.engine.layer.HelperLayers]. May use `core` and the rooms `problem` and
/// `config`.
@NullMarked
package dev.tenon.engine.layer;

import org.jspecify.annotations.NullMarked;
