package dev.tenon.cli.args;

import dev.tenon.cli.args.Command.Example;
import dev.tenon.cli.args.Grammar.Variable;
import dev.tenon.engine.config.value.Choices;
import java.util.List;

/// Everything that Tenon's command line accepts. To add an option or a command, declare it here and
/// add it to a list; parser, help and completions follow.
public final class TenonCommandLine {
  public static final List<String> OUTPUT_FORMATS = List.of("text", "json", "stream-json");
  public static final List<String> SHELLS = List.of("bash", "zsh", "fish");

  // What one prompt is and how its answer is shown.

  public static final Option PRINT =
      Option.optionalText(
              "print",
              "TEXT",
              "Answer this one prompt on stdout and exit; piped input is its context, or the whole"
                  + " prompt when TEXT is left out")
          .withLetter('p');
  public static final Option OUTPUT_FORMAT =
      Option.choice(
          "output-format",
          "FORMAT",
          OUTPUT_FORMATS,
          "How the answer is printed: plain text, one JSON object, or one JSON event a line");
  public static final Option SYSTEM_PROMPT =
      Option.file("system-prompt", "Use this file instead of the built-in system prompt");
  public static final Option APPEND_SYSTEM_PROMPT =
      Option.text("append-system-prompt", "TEXT", "Add this text to the system prompt");
  public static final Option RECORD =
      Option.directory(
          "record", "Record the model's answers here, to be replayed with --model replay:DIR");
  public static final Option CONTINUE =
      Option.flag("continue", "Go on with the last session of this terminal, or of the project");
  public static final Option RESUME =
      Option.optionalText(
          "resume",
          "ID",
          "Go on with the session whose id begins so, or with a session file; asks when ID is left"
              + " out");
  public static final Option FORK =
      Option.flag("fork", "With --continue or --resume: go on in a copy of the session");
  public static final Option NO_SESSION =
      Option.flag("no-session", "Keep nothing of this conversation on disk");
  public static final Option VERSION =
      Option.flag("version", "Print the version and exit").withLetter('V');

  // What every command takes.

  public static final Option MODEL =
      Option.text("model", "NAME", "The model, as provider/model or a known bare name")
          .overriding("model");
  public static final Option MODE =
      Option.choice(
              "permission-mode",
              "MODE",
              Choices.MODES,
              "What may happen unasked: nothing but reading (plan), nothing that changes (ask),"
                  + " edits (edit), edits and sandboxed commands (auto), everything (full)")
          .alsoCalled("mode")
          .overriding("mode");
  public static final Option EFFORT =
      Option.choice(
              "effort", "EFFORT", Choices.EFFORTS, "How much the model thinks before it answers")
          .overriding("effort");
  public static final Option MAX_TOKENS =
      Option.number("max-tokens", 1, Choices.MOST_TOKENS, "At most so many tokens in one answer")
          .overriding("maxTokens");
  public static final Option MAX_STEPS =
      Option.number(
              "max-steps", 1, Choices.MOST_STEPS, "At most so many model turns for one prompt")
          .overriding("maxSteps");
  public static final Option MAX_COST =
      Option.text(
              "max-cost",
              "USD",
              "Ask nothing more of any model when this many US dollars are spent")
          .overriding("budget.maxCost");
  public static final Option MAX_TOKENS_TOTAL =
      Option.number(
              "max-tokens-total",
              1,
              1_000_000_000_000L,
              "Ask nothing more of any model when this many tokens are used, all in all")
          .overriding("budget.maxTokens");
  public static final Option ROOT =
      Option.directory("root", "The project to work in, instead of the current folder");
  public static final Option CONFIG =
      Option.assignment(
              "config",
              "Override one setting for this run, repeatable: --config retry.maxRetries=5")
          .withLetter('c');
  public static final Option TRUST =
      Option.flag(
          "trust",
          "Use all that the project brings along, in this run: settings of its .tenon/config.yml,"
              + " rules, hooks, servers, agents, commands and skills, other tools' as well");
  public static final Option DEBUG =
      Option.flag("debug", "Tool calls, results and decisions as JSON on stderr");
  public static final Option DEBUG_WIRE =
      Option.flag("debug-wire", "What goes over the wire to the model, raw, on stderr");
  public static final Option VERBOSE = Option.flag("verbose", "Usage and timing of each turn");
  public static final Option NO_COLOR =
      Option.flag("no-color", "Plain text without colours").overriding("ui.color=never");
  public static final Option PLAIN =
      Option.flag("plain", "Lines and words alone, for screen readers").overriding("ui.plain=true");
  public static final Option HELP = Option.flag("help", "Show help and exit").withLetter('h');

  public static final Option REVIEW =
      Option.flag(
          "review",
          "Stage all edits instead of writing them, and decide hunk by hunk ('tenon apply' without"
              + " a conversation)");

  // What single commands take.

  public static final Option ALL =
      Option.flag("all", "Everything: all that is staged, listed or left");
  public static final Option NONE = Option.flag("none", "Drop everything that is staged");
  public static final Option EVERYWHERE = Option.flag("everywhere", "The sessions of all projects");
  public static final Option YES = Option.flag("yes", "Do it without asking");
  public static final Option FORMAT =
      Option.choice("format", "FORMAT", List.of("markdown", "html"), "What to export to");
  public static final Option OUTPUT = Option.file("output", "Write there instead of stdout");

  public static final Option ATTACK =
      Option.flag(
          "attack", "Try to get out of the sandbox with a throw-away project, and tell what held");
  public static final Option PORT =
      Option.number("port", 0, 65_535, "Where to listen; 0 for any free port (default 8765)");
  public static final Option HOST =
      Option.text("host", "ADDRESS", "The address to listen on (default 127.0.0.1)");
  public static final Option TOKEN =
      Option.text(
          "token",
          "TOKEN",
          "The bearer token, at least 16 characters; others can see it in the list of processes");
  public static final Option TOKEN_FILE =
      Option.file("token-file", "Read the token here; or set TENON_TOKEN; random without either");
  public static final Option OPEN =
      Option.flag("open", "Open the review page in your browser ($BROWSER, xdg-open or open)");
  public static final Option STORE =
      Option.choice(
          "store",
          "STORE",
          List.of("memory", "sqlite"),
          "Where sessions and jobs are kept (default sqlite, for one server at a time, under the"
              + " state folder)");
  public static final Option LOCAL_MODEL =
      Option.text(
          "local-model",
          "NAME",
          "The model of agent_mode local and hybrid_auto (default server.local_model)");
  public static final Option ORIGIN =
      Option.texts("origin", "URL", "A page of another server that may call this one; repeatable");
  public static final Option ALLOW_REMOTE =
      Option.flag("allow-remote", "Let --host be an address that others can reach");
  public static final Option WITHOUT_TLS =
      Option.flag("without-tls", "Confirm that --allow-remote goes without encryption");
  public static final Option TLS_CERT =
      Option.file("tls-cert", "Serve https with this chain of certificates (PEM)");
  public static final Option TLS_KEY =
      Option.file("tls-key", "The private key of --tls-cert (PEM, PKCS #8)");
  public static final Option TLS_KEYSTORE =
      Option.file("tls-keystore", "Serve https with the key in this PKCS #12 file instead");
  public static final Option TLS_PASSWORD_FILE =
      Option.file(
          "tls-password-file", "Read the password of --tls-keystore here; or TENON_TLS_PASSWORD");

  public static final Option JSON = Option.flag("json", "Print JSON instead of a table");
  public static final Option LIST =
      Option.flag("list", "List the tools; with --json their schemas");

  public static final Option SINCE =
      Option.text("since", "DAY", "From this day on: 2026-11-01, today, yesterday, 7d, 4w");
  public static final Option BY =
      Option.choice(
          "by", "WHAT", List.of("model", "day", "project", "tool", "agent"), "Only this table");

  public static final Command MAIN =
      new Command(
          "",
          "Start a conversation, or answer one prompt",
          "",
          List.of(Operand.optional("PROMPT", "What to ask first: quoted, or after --")),
          List.of(
              PRINT,
              CONTINUE,
              RESUME,
              FORK,
              NO_SESSION,
              OUTPUT_FORMAT,
              REVIEW,
              WorkCommandLine.GOAL,
              WorkCommandLine.CHECK,
              WorkCommandLine.PLAN,
              SYSTEM_PROMPT,
              APPEND_SYSTEM_PROMPT,
              RECORD,
              VERSION),
          List.of(
              new Example("tenon", "Start a conversation about the project in the current folder"),
              new Example("tenon -p 'why does the build fail?'", "One answer on stdout"),
              new Example("git diff | tenon -p 'review this'", "Piped text as context"),
              new Example("tenon -p 'fix it' --review", "Stage the edits; then 'tenon apply'"),
              new Example("tenon demo", "A whole session without key or network")));

  public static final Command DEMO =
      new Command(
          "demo",
          "Show a whole session on a sample project; needs no key and no network",
          "Makes a small sample project in a temporary folder and lets a scripted model read, edit"
              + " and check it. The loop and the tools are the real ones; only the model is a"
              + " script.",
          List.of(),
          List.of(),
          List.of());

  public static final Command MODELS =
      new Command(
          "models",
          "List the known models with their limits and prices",
          "Models come from the built-in list and from 'models' in the configuration. A model that"
              + " is not listed can still be used by its full name, provider/model.",
          List.of(),
          List.of(JSON),
          List.of(new Example("tenon models --json", "The same for scripts")));

  public static final Option UNCHECKED =
      Option.flag("no-check", "Store the key without trying it at the provider");

  public static final Command LOGIN =
      new Command(
          "login",
          "Store the key of a provider: asks for it, tries it, keeps it for you alone",
          "The key is read from the terminal without being shown, or from standard input, tried"
              + " with one request that costs nothing, and kept in keys.json in $TENON_HOME, which"
              + " only you can read, or in the desktop's key ring. Keys in the environment and in"
              + " config.yml win over it.",
          List.of(Operand.optional("PROVIDER", "anthropic, openai, google, …; asked if left out")),
          List.of(UNCHECKED),
          List.of(
              new Example("tenon login anthropic", "Asks for the key"),
              new Example("pass show openai | tenon login openai", "The key from somewhere else")));

  public static final Command LOGOUT =
      new Command(
          "logout",
          "Forget the stored key of a provider",
          "Takes away what 'tenon login' has stored. Variables of the environment stay.",
          List.of(Operand.optional("PROVIDER", "Whose key; may be left out if there is one")),
          List.of(),
          List.of());

  public static final Command CONFIGURATION =
      new Command(
          "config",
          "Show the settings in force and where each comes from",
          "Later sources win: defaults, the user's config.yml in $TENON_HOME, the project's"
              + " .tenon/config.yml, environment variables, options. Secrets are masked.",
          List.of(),
          List.of(JSON),
          List.of(new Example("tenon config --config mode=plan", "What an override would change")));

  public static final Command DOCTOR =
      new Command(
          "doctor",
          "Check the surroundings: JDK, git, rg, shell, sandbox, keys, state folder, providers",
          "Says of each part whether it is there and what to do when it is not. Keys are reported"
              + " as present or absent and never shown.",
          List.of(),
          List.of(ATTACK, JSON),
          List.of(
              new Example(
                  "tenon doctor --attack", "Escape attempts against your own configuration")));

  public static final Command TOOL =
      new Command(
          "tool",
          "Run one tool without a model and print its JSON envelope",
          "Exits with 0 when the tool succeeded and with 1 when it failed; the envelope on stdout"
              + " says why.",
          List.of(
              Operand.required("NAME", "The tool").unless(LIST),
              Operand.optional(
                  "INPUT",
                  "Its parameters: a JSON object, @FILE, or - for stdin; {} when left out")),
          List.of(LIST, JSON),
          List.of(
              new Example("tenon tool --list", "Which tools there are"),
              new Example("tenon tool read_file '{\"path\":\"README.md\"}'", "Run one"),
              new Example("tenon tool read_file @input.json", "Parameters from a file")));

  public static final Command SESSIONS =
      new Command(
          "sessions",
          "List, search, show, export or delete the sessions of this project",
          "Every conversation is kept as a session; 'tenon --resume ID' goes on with one. An ID may"
              + " be the beginning of one, or a session file.",
          List.of(
              Operand.optional(
                  "ACTION", "list (when left out), search WORDS, show ID, export ID, or delete ID"),
              Operand.repeated("WHAT", "What the action is about")),
          List.of(EVERYWHERE, JSON, FORMAT, OUTPUT, YES),
          List.of(
              new Example("tenon sessions search parser bug", "Sessions with all these words"),
              new Example("tenon sessions show 3f2a --json", "What is in one, for scripts"),
              new Example("tenon sessions export 3f2a --format html", "A page of its own")));

  public static final Command SKILLS = SkillsCommandLine.of(JSON);
  public static final Command MCP = McpCommandLine.of(JSON, YES, ORIGIN);
  public static final Command PLUGIN = PluginCommandLine.of(JSON, YES);
  public static final Command ACP = AcpCommandLine.of(REVIEW);
  public static final Command RPC = RpcCommandLine.of(List.of(NO_SESSION, CONTINUE, RESUME));

  public static final Command SERVE =
      new Command(
          "serve",
          "Serve background jobs, review, checkpoints and rollback over HTTP",
          "Serves the project (--root, or this folder) and further ones to whoever has the token; a"
              + " browser opens the printed address. Edits are staged until their hunks are"
              + " accepted. GET /api/openapi.json describes the API. Limits, what is kept and the"
              + " choice of models are settings, server.* in 'tenon config'.",
          List.of(Operand.repeated("FOLDER", "More projects to serve")),
          List.of(
              OPEN,
              PORT,
              HOST,
              TOKEN_FILE,
              TOKEN,
              STORE,
              LOCAL_MODEL,
              ORIGIN,
              TLS_CERT,
              TLS_KEY,
              TLS_KEYSTORE,
              TLS_PASSWORD_FILE,
              ALLOW_REMOTE,
              WITHOUT_TLS),
          List.of(
              new Example("tenon serve --port 0", "On any free port, with a token of its own"),
              new Example("TENON_TOKEN=… tenon serve --store memory", "Your token, nothing kept"),
              new Example(
                  "tenon serve --local-model ollama/qwen3 -c server.agent_mode=hybrid_auto",
                  "Locally first, with --model when that does not do"),
              new Example(
                  "tenon serve --allow-remote --host 0.0.0.0 --tls-cert c.pem --tls-key k.pem",
                  "For other machines, encrypted")));

  public static final Command PERMISSIONS =
      new Command(
          "permissions",
          "List the rules about what may happen, remove one, or check a command",
          "Rules allow, ask or deny; deny outranks ask, and ask outranks allow. 'check' prints what"
              + " would become of a command, with its parts and the rule that decides, and runs"
              + " nothing; connect(HOST:PORT) and mcp(SERVER/TOOL) stand for a connection and for a"
              + " tool outside. It exits with 0 when it is allowed, 3 when it would be asked and 4"
              + " when it is denied. 'remove' takes back what was allowed with 'always'.",
          List.of(
              Operand.optional("ACTION", "list, check or remove; list when left out")
                  .oneOf(List.of("list", "check", "remove")),
              Operand.repeated("WORD", "The command to check, after --; the rule to remove")),
          List.of(JSON),
          List.of(
              new Example("tenon permissions check -- 'git status; rm x'", "What would happen"),
              new Example(
                  "tenon permissions check --permission-mode plan --json -- ls", "For scripts"),
              new Example("tenon permissions check 'connect(localhost:3000)'", "A connection"),
              new Example("tenon permissions remove 'bash(npm run test)'", "Ask again")));

  public static final Command CHANGES =
      new Command(
          "changes",
          "List what was changed in this project, or show a change as a diff",
          "Every change that Tenon made is listed with who made it, and edits that were made"
              + " outside of Tenon as far as they were noticed.",
          List.of(Operand.optional("ID", "A change or prompt, by the beginning of its id")),
          List.of(JSON),
          List.of());

  public static final Command APPLY =
      new Command(
          "apply",
          "Decide about what a run with --review has staged",
          "At a terminal it asks hunk by hunk; otherwise it lists the hunks, and applies those that"
              + " are named. A file that was changed meanwhile is a conflict, and nothing is"
              + " written.",
          List.of(Operand.repeated("HUNK", "Hunks to apply, by their ids")),
          List.of(ALL, NONE, WorkCommandLine.CHECK, JSON),
          List.of(
              new Example("tenon apply", "Decide about what is staged"),
              new Example(
                  "tenon apply --check 'make test'", "Write it all only if the tests pass")));

  public static final Command UNDO = UndoCommandLine.undo(YES);

  public static final Command REDO = UndoCommandLine.redo();

  public static final Command ROLLBACK = UndoCommandLine.rollback();

  public static final Command USAGE =
      new Command(
          "usage",
          "Show what was used: tokens, cache and cost by model, day, project and tool",
          "Every request to a model is recorded in the state folder. A cost with a plus is at least"
              + " that: some prices are not known. The cost of a tool is that of the requests that"
              + " called it, shared among their calls.",
          List.of(),
          List.of(SINCE, BY, JSON),
          List.of(new Example("tenon usage --since 7d --by day", "The last week, day by day")));

  public static final Command RECEIPTS = WorkCommandLine.receipts(JSON);
  public static final Command THEMES = ThemesCommandLine.of(JSON);
  public static final Command COMPLETION = CompletionCommandLine.of(SHELLS);

  public static final Command HELP_COMMAND =
      new Command(
          "help",
          "Show help for Tenon or for one command",
          "",
          List.of(Operand.optional("COMMAND", "The command to explain")),
          List.of(),
          List.of());

  public static final Grammar GRAMMAR =
      new Grammar(
          "tenon",
          "A coding agent: every change verified, attributed, reviewable and reversible.",
          MAIN,
          List.of(
              DEMO,
              MODELS,
              LOGIN,
              LOGOUT,
              CONFIGURATION,
              DOCTOR,
              TOOL,
              PERMISSIONS,
              SESSIONS,
              SKILLS,
              MCP,
              ACP,
              RPC,
              AgentsCommandLine.of(ALL, JSON, YES),
              WorkflowCommandLine.of(JSON),
              HooksCommandLine.of(JSON),
              DiscoverCommandLine.of(JSON, YES),
              PLUGIN,
              SERVE,
              CHANGES,
              APPLY,
              UNDO,
              REDO,
              ROLLBACK,
              RECEIPTS,
              USAGE,
              THEMES,
              COMPLETION,
              HELP_COMMAND),
          List.of(
              MODEL,
              MODE,
              EFFORT,
              MAX_TOKENS,
              MAX_STEPS,
              MAX_COST,
              MAX_TOKENS_TOTAL,
              AgentsCommandLine.MAX_HELPERS,
              ROOT,
              CONFIG,
              TRUST,
              DEBUG,
              DEBUG_WIRE,
              VERBOSE,
              NO_COLOR,
              PLAIN,
              HELP),
          List.of(
              new Variable("TENON_HOME", "State and configuration folder (default ~/.tenon)"),
              new Variable(
                  "TENON_…",
                  "Any setting: TENON_MODEL for model, TENON_RETRY_MAX_RETRIES for"
                      + " retry.maxRetries"),
              new Variable(
                  "ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY, …",
                  "Keys of the model providers; 'tenon doctor' names them all"),
              new Variable("NO_COLOR", "Any value: plain text without colours")));

  private TenonCommandLine() {}
}
