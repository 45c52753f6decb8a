/// `tenon serve`: the engine behind HTTP.
///
/// Entry class: [dev.tenon.cli.serve.ServeCommand]. Loaded by that command alone.
@NullMarked
package dev.tenon.cli.serve;

import org.jspecify.annotations.NullMarked;
