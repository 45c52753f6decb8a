/// The agents that helpers can be: those that ship ([dev.tenon.engine.agent.BuiltinAgents]), and
/// those in files of the user and of the project, to each of which the user has agreed. The entry
/// class is [dev.tenon.engine.agent.AgentLoader]. May use `engine.content` and everything below it.
@NullMarked
package dev.tenon.engine.agent;

import org.jspecify.annotations.NullMarked;
