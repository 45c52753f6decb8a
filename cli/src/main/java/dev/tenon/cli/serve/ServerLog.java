package dev.tenon.cli.serve;

import dev.tenon.cli.base.Output;
import dev.tenon.core.json.Json;
import dev.tenon.engine.observe.ProgramLog;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.text.MessageFormat;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// Brings what the server reports into the house's log, and problems in one line to the person at
/// the terminal. Only Tenon's own loggers may be detailed: the JDK's server would write addresses
/// with the token in them.
final class ServerLog extends Handler {
  private final ProgramLog log;
  private final Output err;
  private final Logger own = Logger.getLogger("dev.tenon");

  private ServerLog(ProgramLog log, Output err) {
    this.log = log;
    this.err = err;
  }

  static ServerLog install(ProgramLog log, Output err) {
    var handler = new ServerLog(log, err);
    Logger root = Logger.getLogger("");
    for (Handler usual : root.getHandlers()) {
      root.removeHandler(usual);
    }
    root.setLevel(Level.WARNING);
    root.addHandler(handler);
    handler.own.setLevel(log.isDetailed() ? Level.FINE : Level.INFO);
    handler.setLevel(Level.ALL);
    return handler;
  }

  @Override
  public void publish(LogRecord record) {
    var facts = Json.object().put("message", text(record));
    Throwable thrown = record.getThrown();
    if (thrown != null) {
      var trace = new StringWriter();
      thrown.printStackTrace(new PrintWriter(trace));
      facts.put("trace", trace.toString());
    }
    log.write(weight(record.getLevel()), "server", facts);
    if (record.getLevel().intValue() >= Level.WARNING.intValue()) {
      err.note(text(record) + (thrown == null ? "" : ": " + thrown.getMessage()));
    }
  }

  private static String weight(Level level) {
    if (level.intValue() >= Level.SEVERE.intValue()) {
      return "error";
    }
    if (level.intValue() >= Level.WARNING.intValue()) {
      return "warn";
    }
    return level.intValue() >= Level.INFO.intValue() ? "info" : "debug";
  }

  private static String text(LogRecord record) {
    Object[] parameters = record.getParameters();
    String message = String.valueOf(record.getMessage());
    return parameters == null || parameters.length == 0
        ? message
        : MessageFormat.format(message, parameters);
  }

  /// What the program itself does.
  void tell(String event, Json.Builder facts) {
    log.write("info", event, facts);
  }

  @Override
  public void flush() {
    // Every line is written at once.
  }

  @Override
  public void close() {
    // The file is open only while a line is written.
  }
}
