/// A program of its own that serves tasks over its standard streams: work that may crash or eat
/// memory, and libraries that no other part should load.
///
/// Entry class: [dev.tenon.worker.WorkerMain]. May use `core.json` and `core.json.rpc`; nothing
/// sees it.
@NullMarked
package dev.tenon.worker;

import org.jspecify.annotations.NullMarked;
