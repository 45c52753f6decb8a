package dev.tenon.cli.mcp;

import dev.tenon.cli.base.Streams;
import dev.tenon.cli.serve.BrowserOpener;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.ReadableJson;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.protocols.mcp.client.ClientSide;
import dev.tenon.protocols.mcp.client.ElicitForm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// What servers can ask of whoever runs `tenon mcp call`: forms are answered in lines, by their
/// defaults, or not at all.
final class CommandLineSide implements ClientSide {
  private final String server;
  private final List<Path> roots;
  private final Forms forms;
  private final Streams streams;
  private final BrowserOpener browser;
  private final ReentrantLock asking = new ReentrantLock();

  /// What becomes of forms.
  enum Forms {
    ASK,
    DEFAULTS,
    DECLINE;

    static Forms of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  CommandLineSide(
      String server, List<Path> roots, Forms forms, Streams streams, BrowserOpener browser) {
    this.browser = browser;
    this.server = server;
    this.roots = List.copyOf(roots);
    this.forms = forms;
    this.streams = streams;
  }

  @Override
  public List<Path> roots() {
    return roots;
  }

  @Override
  public boolean elicits() {
    return true;
  }

  @Override
  public Json.Obj elicit(Json.Obj params) throws RpcException, InterruptedException {
    if (forms == Forms.DECLINE) {
      return ElicitForm.declined();
    }
    if (params.string("mode", "form").equals("url")) {
      return address(params);
    }
    ElicitForm form = ElicitForm.of(params);
    if (forms == Forms.DEFAULTS) {
      return form.byDefaults();
    }
    asking.lockInterruptibly();
    try {
      return asked(form);
    } finally {
      asking.unlock();
    }
  }

  /// The person opens it or not; nothing here ever fetches it.
  private Json.Obj address(Json.Obj params) throws InterruptedException {
    if (forms != Forms.ASK) {
      return ElicitForm.declined();
    }
    asking.lockInterruptibly();
    try {
      say(server + " wants you to open an address: " + params.string("message", ""));
      say("  " + params.string("url", ""));
      String address = params.string("url", "");
      if (!address.matches("(?i)https?://[^\\s]+") || !yes("Open it? [y/N]")) {
        return ElicitForm.declined();
      }
      if (!browser.isThere() || !browser.open(address)) {
        say("No browser could be started here; open it yourself.");
      }
      return Json.object().put("action", "accept").build();
    } finally {
      asking.unlock();
    }
  }

  private Json.Obj asked(ElicitForm form) {
    say(server + " asks: " + form.message());
    if (form.asksForSecret()
        && !yes("It asks for a password or key, which it should not. Answer all the same? [y/N]")) {
      return ElicitForm.declined();
    }
    Map<String, Json> content = new LinkedHashMap<>();
    for (ElicitForm.Field field : form.fields()) {
      if (!asked(field, content)) {
        return ElicitForm.cancelled();
      }
    }
    say("This goes to " + server + ":");
    ReadableJson.of(new Json.Obj(content)).forEach(line -> say("  " + line));
    return yes("Send this? [y/N]") ? ElicitForm.accepted(content) : ElicitForm.declined();
  }

  /// Answers false when nobody is there any more.
  private boolean asked(ElicitForm.Field field, Map<String, Json> content) {
    String choices = field.titles().isEmpty() ? "" : " (" + String.join(", ", field.titles()) + ")";
    Json preset = field.preset();
    String usual =
        preset == null
            ? ""
            : " [" + (preset instanceof Json.Str text ? text.value() : preset.compact()) + "]";
    while (true) {
      streams.err().prompt(streams.err().cell(field.title() + choices + usual) + ":");
      String line = readLine();
      if (line == null) {
        return false;
      }
      if (line.isBlank() && (preset != null || !field.required())) {
        if (preset != null) {
          content.put(field.name(), preset);
        }
        return true;
      }
      try {
        content.put(field.name(), field.value(line));
        return true;
      } catch (IllegalArgumentException wrong) {
        say(field.title() + " " + wrong.getMessage());
      }
    }
  }

  private boolean yes(String question) {
    streams.err().prompt(question);
    String line = readLine();
    return line != null && line.strip().toLowerCase(Locale.ROOT).matches("y|yes");
  }

  private void say(String line) {
    for (String each : line.lines().toList()) {
      streams.err().println(streams.err().cell(each));
    }
  }

  private @org.jspecify.annotations.Nullable String readLine() {
    var line = new ByteArrayOutputStream();
    try {
      int b = streams.in().read();
      if (b < 0) {
        return null;
      }
      for (; b >= 0 && b != '\n'; b = streams.in().read()) {
        line.write(b);
      }
    } catch (IOException gone) {
      return null;
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  @Override
  public boolean samples() {
    return false;
  }

  @Override
  public Json.Obj sample(Json.Obj params) throws RpcException {
    throw new RpcException(-1, "there is no model here");
  }
}
