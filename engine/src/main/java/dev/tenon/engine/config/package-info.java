/// The configuration: which settings exist, where their values come from, which of them win, and
/// what a project may ask for without the user's consent.
///
/// Entry class: [dev.tenon.engine.config.Configuration], read from
/// [dev.tenon.engine.config.ProjectOptions]. A new setting is one declaration in
/// [dev.tenon.engine.config.Catalog] and, for callers, one component in
/// [dev.tenon.engine.config.Settings]. May use `engine.problem` and `core`; YAML is loaded only
/// when a file is there.
@NullMarked
package dev.tenon.engine.config;

import org.jspecify.annotations.NullMarked;
