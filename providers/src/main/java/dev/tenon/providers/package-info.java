/// The providers of models: which there are, how to reach them, and which wire they speak.
///
/// Entry class: [dev.tenon.providers.Providers]. Sees `core.json` and `core.model` only.
@NullMarked
package dev.tenon.providers;

import org.jspecify.annotations.NullMarked;
