package dev.tenon.cli.serve;

import dev.tenon.cli.Engine;
import dev.tenon.cli.ModelOpener;
import dev.tenon.cli.SetupException;
import dev.tenon.server.job.AgentMode;
import dev.tenon.server.job.Workbench;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/// The models and tools of the server: the configured model is the remote one, and there may be a
/// local one beside it. Models are opened when a job first needs them.
final class ServerBench implements Workbench {
  private final Engine engine;
  private final Optional<String> localModel;
  private final Map<AgentMode.Side, ModelOpener.Opened> opened =
      new EnumMap<>(AgentMode.Side.class);

  ServerBench(Engine engine, Optional<String> localModel) {
    this.engine = engine;
    this.localModel = localModel;
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
