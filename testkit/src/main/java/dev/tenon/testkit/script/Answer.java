package dev.tenon.testkit.script;

/// What the server does with one request: a whole [Reply], or a [Fault].
public sealed interface Answer permits Reply, Fault {}
