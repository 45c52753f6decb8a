package dev.tenon.arch.broken.sdk;

import dev.tenon.arch.broken.tools.SeesAgent;

public record SeesTools(SeesAgent tool) {}
