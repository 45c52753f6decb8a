/// What helpers, layers, evidence, and agents, skills and commands from files cost.
///
/// Entry class: [dev.tenon.bench.agents.AgentsReport].
@NullMarked
package dev.tenon.bench.agents;

import org.jspecify.annotations.NullMarked;
