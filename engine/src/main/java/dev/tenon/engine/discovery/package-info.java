/// What other tools left in a project: instructions, servers, permissions, and agents and commands
/// within their files. Nothing is written into those files, and nothing here is loaded where none
/// of them exists.
///
/// Entry classes: [dev.tenon.engine.discovery.Discovery],
/// [dev.tenon.engine.discovery.InstructionFiles], [dev.tenon.engine.discovery.OtherServers],
/// [dev.tenon.engine.discovery.OtherPermissions]. May use `engine.content` and what is below it.
@NullMarked
package dev.tenon.engine.discovery;

import org.jspecify.annotations.NullMarked;
