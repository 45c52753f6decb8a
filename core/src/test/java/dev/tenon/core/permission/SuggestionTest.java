package dev.tenon.core.permission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.exec.shell.Need;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What is offered as "always": the words that name one kind of action, or exactly the command, or
/// nothing. Nothing here is ever run.
class SuggestionTest {
  /// `command ¦ offer`; `=` is the whole command exactly, and nothing behind the bar means none.
  private static final String TABLE =
      """
      git status --short ¦ git status
      git log --oneline -5 ¦ git log
      git --no-pager log ¦ git --no-pager log
      git remote -v ¦ git remote -v
      git stash list ¦ git stash list
      git worktree list ¦ git worktree list
      git commit -m 'a b' ¦ git commit
      git remote add x y ¦ =
      git foo bar ¦ =
      git push origin main ¦
      git reset --hard ¦
      git -c a=b log ¦
      git bisect run ./x ¦
      git submodule foreach ls ¦
      git rebase --exec x main ¦
      gh pr list --limit 5 ¦ gh pr list
      gh pr view 5 ¦ gh pr view
      gh api repos/x/y ¦ =
      npm test -- -w ¦ npm test
      npm run build -- --x ¦ npm run build
      npm exec create-x ¦ =
      npx create-x app ¦ =
      pnpm dlx create-x ¦ =
      pnpm exec tsc ¦ =
      pnpm run lint ¦ pnpm run lint
      yarn dlx create-x ¦ =
      yarn test ¦ yarn test
      bunx create-x ¦ =
      bun test x ¦ bun test
      bun run dev ¦ bun run dev
      deno test ¦ deno test
      deno run x.ts ¦ =
      deno eval 1 ¦
      deno task build ¦ deno task build
      cargo test -q ¦ cargo test
      cargo run -- x ¦ =
      cargo -q build ¦ cargo -q build
      rustup show ¦ rustup show
      go test ./... ¦ go test
      go mod tidy ¦ go mod tidy
      go run ./cmd/x ¦ =
      mvn -q -o test -Dx=y ¦ mvn -q -o test
      mvn exec:exec ¦
      mvn -f other.xml test ¦
      ./mvnw verify ¦ ./mvnw verify
      gradle test --info ¦ gradle test
      ./gradlew build ¦ ./gradlew build
      make test ¦ make test
      make -j4 all ¦ make -j4 all
      make -f other.mk all ¦
      just lint ¦ just lint
      task build ¦ task build
      rake spec ¦ rake spec
      ant compile ¦ ant compile
      sbt test ¦ sbt test
      bazel test //... ¦ bazel test
      bazel run //x ¦ =
      pip list ¦ pip list
      pip3 install -r requirements.txt ¦ pip3 install
      uv sync ¦ uv sync
      uv run python x.py ¦ =
      uvx ruff ¦ =
      poetry install ¦ poetry install
      poetry run x ¦ =
      python3 -m pytest -x ¦ python3 -m pytest
      python3 -m http.server ¦ =
      python3 tools/x.py a ¦ =
      python3 -c 1 ¦
      node -e 1 ¦
      node server.js ¦ =
      ruby -e 1 ¦
      dotnet test ¦ dotnet test
      dotnet run ¦ =
      bundle install ¦ bundle install
      bundle exec rspec ¦ =
      composer install ¦ composer install
      mix test ¦ mix test
      mix run x.exs ¦ =
      swift build ¦ swift build
      swift run x ¦ =
      flutter test ¦ flutter test
      dart analyze ¦ dart analyze
      terraform plan -out x ¦ terraform plan
      terraform apply ¦ =
      helm list -A ¦ helm list
      helm show values x ¦ helm show values
      helm install x y ¦ =
      kubectl get pods ¦ kubectl get
      kubectl logs x ¦ kubectl logs
      kubectl exec x -- ls ¦
      docker ps -a ¦ docker ps
      docker logs x ¦ docker logs
      docker run x ¦
      docker exec x ls ¦
      aws s3 ls s3://x ¦ aws s3 ls
      aws ec2 describe-instances ¦ aws ec2 describe-instances
      aws s3 rm s3://x ¦ =
      az vm list ¦ az vm list
      gcloud compute instances list ¦ gcloud compute instances list
      gcloud compute ssh x ¦ =
      ip addr ¦ ip addr
      ip route show ¦ ip route
      ip netns exec x ls ¦ =
      ip -batch x ¦ =
      systemctl status x ¦ systemctl status
      systemctl restart x ¦ =
      journalctl -u nginx -n 5 ¦ journalctl -u nginx
      brew list ¦ brew list
      brew install x ¦ =
      apt list --installed ¦ apt list
      nvm ls ¦ nvm ls
      psql -c 'select 1' ¦ =
      sqlite3 x.db .tables ¦ =
      eslint src ¦ eslint
      pytest -x tests ¦ pytest
      ls -la ¦ ls
      unknown-tool a b ¦ =
      ./build.sh fast ¦ =
      bash x.sh ¦
      ssh host ls ¦
      chroot /x ls ¦
      nsenter -t 1 ls ¦
      watch ls ¦ ls
      tmux send-keys ls ¦
      find . -exec ls {} + ¦
      xargs ls ¦
      env ls -l ¦ ls
      rm x ¦
      """;

  record Row(String command, String offer) {}

  static Stream<Row> rows() {
    return TABLE
        .lines()
        .map(line -> line.split(" ¦", -1))
        .map(cells -> new Row(cells[0], cells[1].strip()));
  }

  private static Decision decide(String command, List<Rule> rules) {
    return new ModePolicy(
            Mode.EDIT,
            new RuleBook(Rules.of(rules, Path.of("/"), Path.of("/")), null),
            ProtectedPaths.NOWHERE,
            new Enforcement.None("a test"))
        // As if it had been tried read-only: what reads is not asked otherwise.
        .decide("bash", new Access.Execute(command).needing(new Need.Writing()));
  }

  private static List<Rule> offers(String command) {
    return decide(command, List.of()) instanceof Decision.Ask ask ? ask.offers() : List.of();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void namesOneKindOfAction(Row row) {
    var texts = new ArrayList<String>();
    offers(row.command).forEach(rule -> texts.add(rule.text()));
    if (row.offer.isEmpty()) {
      assertThat(texts).isEmpty();
    } else {
      String whole = "=" + row.command;
      assertThat(texts)
          .containsExactly("bash(" + (row.offer.equals("=") ? whole : row.offer) + ")");
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void whatIsOfferedAllowsWhatWasAskedAndNoRunnerOfAnything(Row row) throws RuleException {
    List<Rule> offers = offers(row.command);
    var written = new ArrayList<Rule>();
    for (Rule offer : offers) {
      written.add(Rule.of(Verdict.ALLOW, offer.text(), Rule.Source.SESSION));
    }
    if (offers.isEmpty()) {
      return;
    }
    assertThat(decide(row.command, written).verdict()).isEqualTo(Verdict.ALLOW);
    for (String more :
        List.of("--exec evil", "--exec=evil", "; evil", "&& evil", "$(evil)", "> /etc/x", "| sh")) {
      assertThat(decide(row.command + " " + more, written).verdict())
          .as("%s %s with %s", row.command, more, written)
          .isEqualTo(Verdict.ASK);
    }
  }

  @Test
  void exactlyMeansNoWordMore() throws RuleException {
    Rule rule = Rule.of(Verdict.ALLOW, "bash(=unknown-tool a)", Rule.Source.SESSION);
    assertThat(decide("unknown-tool a", List.of(rule)).verdict()).isEqualTo(Verdict.ALLOW);
    assertThat(decide("unknown-tool a b", List.of(rule)).verdict()).isEqualTo(Verdict.ASK);
    assertThat(decide("unknown-tool", List.of(rule)).verdict()).isEqualTo(Verdict.ASK);
  }

  @Test
  void knowsWhatRunsAProgramByAnOption() throws RuleException {
    for (String command :
        List.of(
            "cargo test --config x.toml",
            "go test -exec ./x",
            "go build -toolexec=./x",
            "gradle test -I x.gradle",
            "bazel test --run_under=./x //...",
            "helm list --kubeconfig x",
            "kubectl get pods --kubeconfig=x",
            "npm test --script-shell ./x",
            "make test SHELL=./x",
            "make test CC=./x",
            "make test --eval 'x:'",
            "git log --ext-diff",
            "rg --pre ./x y",
            "sort --compress-program=./x y")) {
      String name = command.substring(0, command.indexOf(' '));
      Rule rule = Rule.of(Verdict.ALLOW, "bash(" + name + ")", Rule.Source.SESSION);
      assertThat(decide(command, List.of(rule)).verdict()).as(command).isEqualTo(Verdict.ASK);
    }
  }
}
