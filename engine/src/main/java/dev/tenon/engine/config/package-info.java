/// The configuration: which settings exist, where their values come from, which of them win, and
/// what a project may ask for without the user's consent.
///
/// Entry class: [dev.tenon.engine.config.Configuration]. A new setting is one constant in the
/// catalog of its topic (key, type, default, range, rights of a project, documentation), read by
/// that constant into a component of [dev.tenon.engine.config.Settings]; tests fail while nobody
/// reads it or asks for it, and until `./verify --docs` has put it on the reference page. May use
/// its room `value`, `engine.problem` and `core`; YAML is loaded only when a file is there.
@NullMarked
package dev.tenon.engine.config;

import org.jspecify.annotations.NullMarked;
