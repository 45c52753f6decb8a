package dev.tenon.core.edit;

/// Where one edit of a change lies in the old and in the new text: lines from 1; when a side is
/// empty its start is the line that follows.
public record EditPlacement(
    String editId, String path, int oldStart, int oldCount, int newStart, int newCount) {}
