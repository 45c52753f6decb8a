package dev.tenon.arch.broken.engine;

import dev.tenon.arch.broken.server.SeesTools;

public record SeesServer(SeesTools server) {}
