package dev.tenon.arch.broken.core.agent;

import java.util.logging.Logger;

record Logs(Logger logger) {}
