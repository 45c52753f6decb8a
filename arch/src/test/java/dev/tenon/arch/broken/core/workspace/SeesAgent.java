package dev.tenon.arch.broken.core.workspace;

import dev.tenon.arch.broken.core.agent.SeesSession;

public record SeesAgent(SeesSession agent) {}
