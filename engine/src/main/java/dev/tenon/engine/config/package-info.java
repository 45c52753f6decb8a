/// The configuration: which settings exist, where their values come from, which of them win, and
/// what a project may ask for without the user's consent.
///
/// Entry class: [dev.tenon.engine.config.Configuration]. A new setting is one constant in the catalog
/// of its topic (key, type, default, range, rights of a project, documentation), read by that
<<<<<<< HEAD:engine/src/main/java/dev/tenon/engine/config/package-info.java
/// constant into a component of [dev.tenon.engine.config.Settings]; tests fail while nobody reads it or
/// asks for it, and until `./verify --docs` has put it on the reference page. May use `engine.problem` and
/// `core`; YAML is loaded only when a file is there.
||||||| c3175ea:cli/src/main/java/dev/tenon/cli/config/package-info.java
/// constant into a component of [dev.tenon.cli.config.Settings]; tests fail while nobody reads it or
/// asks for it, and until `./verify --docs` has put it on the reference page. Depends on `args` and
/// on `core`; YAML is loaded only when a file is there.
=======
/// constant into a component of [dev.tenon.cli.config.Settings]; tests fail while nobody reads it
/// or asks for it, and until `./verify --docs` has put it on the reference page. Depends on `args`
/// and on `core`; YAML is loaded only when a file is there.
>>>>>>> w/settings:cli/src/main/java/dev/tenon/cli/config/package-info.java
@NullMarked
package dev.tenon.engine.config;

import org.jspecify.annotations.NullMarked;
