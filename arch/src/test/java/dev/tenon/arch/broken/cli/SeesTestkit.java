package dev.tenon.arch.broken.cli;

import dev.tenon.arch.broken.testkit.SeesProviders;

record SeesTestkit(SeesProviders testkit) {}
