/// The configuration: which settings exist, where their values come from, which of them win, and
/// what a project may ask for without the user's consent.
///
/// Entry class: [dev.tenon.cli.config.Configuration]. A new setting is one declaration in
/// [dev.tenon.cli.config.Catalog] and, for callers, one component in
/// [dev.tenon.cli.config.Settings]. Depends on `args` and on `core`; YAML is loaded only when a
/// file is there.
@NullMarked
package dev.tenon.cli.config;

import org.jspecify.annotations.NullMarked;
