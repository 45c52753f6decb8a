package dev.tenon.arch.broken.distribution;

import dev.tenon.arch.broken.tools.SeesAgent;

public record SeesTools(SeesAgent tools) {}
