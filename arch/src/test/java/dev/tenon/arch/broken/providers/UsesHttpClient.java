package dev.tenon.arch.broken.providers;

import java.net.http.HttpClient;

record UsesHttpClient(HttpClient client) {}
