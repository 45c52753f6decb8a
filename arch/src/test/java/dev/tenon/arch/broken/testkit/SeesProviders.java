package dev.tenon.arch.broken.testkit;

import dev.tenon.arch.broken.providers.SeesAgent;

public record SeesProviders(SeesAgent providers) {}
