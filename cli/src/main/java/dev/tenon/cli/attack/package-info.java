/// Attempts to get out: what commands and file tools must not be able to do, tried for real against
/// the user's own configuration, in a throw-away project with decoys outside of it.
///
/// Entry class: [dev.tenon.cli.attack.Attacks]. Nothing of the user's is ever the aim: an attempt
/// goes for a decoy, or only looks whether something could be done. May use `engine`, `core` and
/// `providers`; no other room of `cli`.
@NullMarked
package dev.tenon.cli.attack;

import org.jspecify.annotations.NullMarked;
