package dev.tenon.core.http.stream;

/// One unit of a stream: a server-sent event or a line of JSON.
///
/// @param event the event's name, empty if it has none
/// @param data the event's data lines, joined by line breaks, or the line
/// @param id the event's id, empty if it has none
public record Frame(String event, String data, String id) {}
