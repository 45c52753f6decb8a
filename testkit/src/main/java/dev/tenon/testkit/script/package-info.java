/// What a script of the model server is made of: replies and faults, which know nothing of wires.
///
/// Entry classes: [dev.tenon.testkit.script.Reply] and [dev.tenon.testkit.script.Fault]. May use
/// `core.model`.
@NullMarked
package dev.tenon.testkit.script;

import org.jspecify.annotations.NullMarked;
