package dev.tenon.cli.terminal.editor;

public record EditorSettings() {}
