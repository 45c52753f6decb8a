package dev.tenon.cli.serve;

import dev.tenon.cli.Engine;
import dev.tenon.cli.ModelOpener;
import dev.tenon.cli.SetupException;
import dev.tenon.cli.observe.JobObservers;
import dev.tenon.cli.observe.Secrets;
import dev.tenon.providers.wire.Masking;
import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.run.JobObserver;
import dev.tenon.server.job.run.Workbench;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The models and tools of the server: the configured model is the remote one, and there may be a
/// local one beside it. Models are opened when a job first needs them.
final class ServerBench implements Workbench, AutoCloseable {
  private final Engine engine;
  private final Optional<String> localModel;
  private final Masking masking;
  private final JobObservers observers;
  private final Map<AgentMode.Side, ModelOpener.Opened> opened =
      new EnumMap<>(AgentMode.Side.class);

  /// @param token the server's, which no report may hold
  /// @param problems told once of each thing about logs and telemetry that does not work
  ServerBench(Engine engine, Optional<String> localModel, String token, Consumer<String> problems) {
    this.engine = engine;
    this.localModel = localModel;
    this.masking = Secrets.of(engine.models().environment(), List.of(token));
    this.observers =
        JobObservers.of(
            engine.settings().observation(),
            engine.home(),
            engine.models(),
            List.of(token),
            problems);
  }

  @Override
  public String withoutSecrets(String text) {
    return masking.clean(text);
  }

  @Override
  public JobObserver observer(JobRecord job) {
    return observers.observe(job);
  }

  /// Waits a moment for telemetry that is on its way.
  @Override
  public void close() {
    observers.close();
  }

  @Override
  public boolean has(AgentMode.Side side) {
    return side == AgentMode.Side.REMOTE || localModel.isPresent();
  }

  @Override
  public Assembled assemble(Bench bench) throws WorkbenchException {
    ModelOpener.Opened model = model(bench.side());
    return new Assembled(engine.serving(model, bench), model.name());
  }

  private synchronized ModelOpener.Opened model(AgentMode.Side side) throws WorkbenchException {
    ModelOpener.Opened known = opened.get(side);
    if (known != null) {
      return known;
    }
    if (!has(side)) {
      throw new WorkbenchException(
          "there is no local model; start the server with --local-model NAME");
    }
    try {
      ModelOpener.Opened model =
          side == AgentMode.Side.LOCAL
              ? engine.models().open(localModel.orElseThrow())
              : engine.models().open();
      opened.put(side, model);
      return model;
    } catch (SetupException unusable) {
      throw new WorkbenchException(String.valueOf(unusable.getMessage()));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new WorkbenchException("stopped");
    }
  }
}
