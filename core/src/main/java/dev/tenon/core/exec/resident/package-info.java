/// Programs that live longer than a call: language servers, protocol servers, workers. They have
/// pipes both ways and around them all that commands have, and nothing of them outlives its owner.
///
/// Entry class: [dev.tenon.core.exec.resident.Residents]. May use `exec.shell`.
@NullMarked
package dev.tenon.core.exec.resident;

import org.jspecify.annotations.NullMarked;
