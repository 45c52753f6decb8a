package dev.tenon.cli.rpc;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.RpcCommandLine;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.problem.QuotedValue;
import dev.tenon.engine.problem.SetupException;
import java.nio.file.Path;
import java.util.Optional;

/// `tenon rpc`: works for a program over the standard streams, until standard input ends.
public final class RpcCommand {
  private final LaunchContext context;
  private final Arguments arguments;
  private final Streams streams;

  public RpcCommand(LaunchContext context, Streams streams) {
    this.context = context;
    this.arguments = context.arguments();
    this.streams = streams;
  }

  public int run() throws SetupException, ConfigException, InterruptedException {
    try (var input = RpcInput.start(streams)) {
      ProjectOptions options = withModel(context.options().with("jobs.schedules", "false"));
      Configuration configuration = Configuration.load(options);
      return new RpcSession(context, options, configuration, streams, input).run();
    }
  }

  private ProjectOptions withModel(ProjectOptions options)
      throws SetupException, ConfigException, InterruptedException {
    Optional<String> named = arguments.text(TenonCommandLine.MODEL);
    Optional<String> provider = arguments.text(RpcCommandLine.PROVIDER);
    if (named.isEmpty() && provider.isEmpty()) {
      return options;
    }
    ThinkingLevel.Named model = ThinkingLevel.Named.of(named.orElse(""));
    ProjectOptions chosen =
        options.with("model", model(model.model(), provider.orElse(""), options));
    return model.level() == null || arguments.has(TenonCommandLine.EFFORT)
        ? chosen
        : chosen.with("effort", ThinkingLevel.label(model.level().effort()));
  }

  /// The model that is meant, with its provider.
  private String model(String named, String provider, ProjectOptions options)
      throws SetupException, ConfigException, InterruptedException {
    if (provider.isEmpty() || named.startsWith(provider + "/")) {
      return named;
    }
    if (!named.isEmpty()) {
      return provider + "/" + named;
    }
    Configuration configuration = Configuration.load(options);
    try (var models = new ModelOpener(configuration, context.environment(), Path.of(""))) {
      for (ModelInfo info : models.catalog().list()) {
        if (info.provider().equals(provider)) {
          return info.name();
        }
      }
    }
    throw SetupException.usage(
        "--provider "
            + QuotedValue.of(provider)
            + " has no model in the list; name one with --model, or see 'tenon models'");
  }
}
