package dev.tenon.arch.broken.tools;

import dev.tenon.arch.broken.core.agent.SeesSession;

record SeesAgent(SeesSession agent) {}
