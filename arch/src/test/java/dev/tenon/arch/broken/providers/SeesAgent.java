package dev.tenon.arch.broken.providers;

import dev.tenon.arch.broken.core.agent.SeesSession;

public record SeesAgent(SeesSession agent) {}
