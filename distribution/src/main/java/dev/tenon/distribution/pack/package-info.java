/// Makes what people install: an archive with a runtime of its own, a Debian package, their sums
/// and the bill of materials. The same commit and the same JDK give the same bytes.
///
/// Entry class: [dev.tenon.distribution.pack.Packager], started by `./package`. May depend on
/// `cli.args` and `core.json`; nothing depends on it.
@NullMarked
package dev.tenon.distribution.pack;

import org.jspecify.annotations.NullMarked;
