/// What a regular expression must contain, so that most of a file is never given to the real
/// engine: a parser of its syntax, the texts it requires, and a small automaton over bytes.
///
/// Entry class: [dev.tenon.core.workspace.regex.Prefilter]. Knows no files. May use `text`.
@NullMarked
package dev.tenon.core.workspace.regex;

import org.jspecify.annotations.NullMarked;
