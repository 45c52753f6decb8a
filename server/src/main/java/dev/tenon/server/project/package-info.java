/// The server of a project: gives jobs the models, the edit tools, the rules and the observers of a
/// [dev.tenon.engine.Project], and turns its settings into the limits of the server's parts.
///
/// Entry class: [dev.tenon.server.project.ProjectJobSetupFactory]. The only package here that sees
/// `engine`; may use every other package of the server.
@NullMarked
package dev.tenon.server.project;

import org.jspecify.annotations.NullMarked;
