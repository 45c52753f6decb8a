/// JVMs of our own distribution for work that may crash or eat memory, so that it takes down
/// nothing but itself.
///
/// Entry class: [dev.tenon.core.exec.worker.WorkerPool]. May use `exec.resident`, `exec.shell` and
/// `json.rpc`.
@NullMarked
package dev.tenon.core.exec.worker;

import org.jspecify.annotations.NullMarked;
