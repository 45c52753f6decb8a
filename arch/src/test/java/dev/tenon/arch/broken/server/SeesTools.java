package dev.tenon.arch.broken.server;

import dev.tenon.arch.broken.tools.SeesAgent;

public record SeesTools(SeesAgent tool) {}
