package dev.tenon.arch.broken.core.session;

import dev.tenon.arch.broken.cli.FileManager;

public record SeesCli(FileManager cli) {}
