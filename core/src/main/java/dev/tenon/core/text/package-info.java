/// The content of one file as text with the way back to its bytes: encoding, line ends, byte order
/// mark, mode, hashes and versions; and the few operations on text that every room needs.
///
/// Entry class: [dev.tenon.core.text.TextFile], the text half of a
/// [dev.tenon.core.text.FileContent]. Opens no file by itself. May use `json` only.
@NullMarked
package dev.tenon.core.text;

import org.jspecify.annotations.NullMarked;
