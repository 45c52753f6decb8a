/// Keys of providers: asked for, tried, kept and forgotten, on the command line, in a conversation
/// and before the first one.
///
/// Entry classes: [dev.tenon.cli.login.FirstRun], [dev.tenon.cli.login.LoginCommand],
/// [dev.tenon.cli.login.LoginSlashCommands]. May use `cli.slash`, `cli.terminal.input`, `cli.base`,
/// the engine and the providers.
@NullMarked
package dev.tenon.cli.login;

import org.jspecify.annotations.NullMarked;
