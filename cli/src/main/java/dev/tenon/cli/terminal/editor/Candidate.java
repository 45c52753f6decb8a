package dev.tenon.cli.terminal.editor;

public record Candidate(String value, String shown, String description, int from, int to) {}
