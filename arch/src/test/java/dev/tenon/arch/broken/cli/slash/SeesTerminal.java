package dev.tenon.arch.broken.cli.slash;

import dev.tenon.arch.broken.cli.terminal.SeesSlash;

public record SeesTerminal(SeesSlash terminal) {}
