/// The command line: what Tenon accepts, declared once as data, and what follows from it: parsing,
/// help and shell completions.
///
/// Entry classes: [dev.tenon.cli.args.TenonCommandLine] declares,
/// [dev.tenon.cli.args.ArgumentParser] parses. A new option or command is one declaration in the
/// former. May use `engine.config`, whose words for values are those of the options, and
/// `engine.problem`. Parsing loads a handful of classes only, because it stands at the start of
/// every run.
@NullMarked
package dev.tenon.cli.args;

import org.jspecify.annotations.NullMarked;
