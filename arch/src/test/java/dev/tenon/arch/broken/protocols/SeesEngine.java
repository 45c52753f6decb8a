package dev.tenon.arch.broken.protocols;

import dev.tenon.arch.broken.engine.SeesServer;

public record SeesEngine(SeesServer engine) {}
