/// Tenon as a library: what a program needs to open an engine for a folder and to drive it. The
/// surface is listed in `sdk/src/test/resources/signatures.txt`, so that every change of it is
/// seen.
///
/// Entry class: [dev.tenon.sdk.Tenon]. May use `engine` and `core`.
@NullMarked
package dev.tenon.sdk;

import org.jspecify.annotations.NullMarked;
