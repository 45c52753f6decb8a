package dev.tenon.arch.broken.cli;

public record FileManager() {}
