package dev.tenon.testkit;

/// What the server does with one request: a whole [Reply], or a [Fault].
public sealed interface Answer permits Reply, Fault {}
