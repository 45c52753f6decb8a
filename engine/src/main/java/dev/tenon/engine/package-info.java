/// The engine: opens a project and gives conversations, for every face and for programs that embed
/// Tenon. By lifetime: a [dev.tenon.engine.Project] is opened once; a
/// [dev.tenon.engine.ProjectConversation] has mode, tools, model, session and confinement; a prompt
/// has nothing that outlives it. What they are opened with is immutable.
///
/// Entry class: [dev.tenon.engine.Project]. May use every other package of this module, and `core`,
/// `providers` and `tools`; knows no face.
@NullMarked
package dev.tenon.engine;

import org.jspecify.annotations.NullMarked;
