/// What the faces share whose other side is a program at the standard streams (`acp`, `rpc`).
///
/// Entry class: [dev.tenon.cli.stream.StreamDriver]. May use `cli.command` and what is below it.
@NullMarked
package dev.tenon.cli.stream;

import org.jspecify.annotations.NullMarked;
