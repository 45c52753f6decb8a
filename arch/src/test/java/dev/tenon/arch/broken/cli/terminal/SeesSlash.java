package dev.tenon.arch.broken.cli.terminal;

import dev.tenon.arch.broken.cli.slash.SeesTerminal;

public record SeesSlash(SeesTerminal slash) {}
