/// The providers of models: which there are, how to reach them, and which wire they speak.
///
/// Entry class: [dev.tenon.providers.Providers]. May use its rooms `http` and `wire`, and
/// `core.model`.
@NullMarked
package dev.tenon.providers;

import org.jspecify.annotations.NullMarked;
