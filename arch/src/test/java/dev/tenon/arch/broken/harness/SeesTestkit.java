package dev.tenon.arch.broken.harness;

import dev.tenon.arch.broken.testkit.SeesProviders;

public record SeesTestkit(SeesProviders testkit) {}
