package dev.tenon.arch.broken.tools;

import dev.tenon.arch.broken.core.agent.SeesSession;

public record SeesAgent(SeesSession agent) {}
