package dev.tenon.arch.broken.worker;

import dev.tenon.arch.broken.tools.SeesAgent;

public record SeesTools(SeesAgent tools) {}
