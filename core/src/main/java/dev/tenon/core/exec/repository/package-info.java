/// What git would run, load or fetch because of what a command left behind: finds every repository
/// below the writable folders by its content, keeps what configures those that were there, and lets
/// new ones keep only what is harmless.
///
/// Entry class: [dev.tenon.core.exec.repository.Repositories], used by the sandbox before and after
/// each command. Depends on nothing but the JDK; nothing here is loaded before the first command.
@NullMarked
package dev.tenon.core.exec.repository;

import org.jspecify.annotations.NullMarked;
