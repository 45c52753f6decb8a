package dev.tenon.providers.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.core.model.Pricing;
import dev.tenon.core.model.Usage;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelCatalogTest {
  private final ModelCatalog catalog = ModelCatalog.builtin();

  @Test
  void theDefaultModelIsListed() {
    assertThat(catalog.find("anthropic/claude-opus-4-6"))
        .contains(
            new ModelInfo(
                "anthropic/claude-opus-4-6",
                1_000_000,
                128_000,
                new Pricing(5, 25, 0.5, 6.25),
                Set.of(ModelInfo.Ability.values())));
  }

  @Test
  void everyLineIsSound() {
    List<ModelInfo> all = catalog.list();
    assertThat(all).hasSizeGreaterThan(40);
    var names = new HashSet<String>();
    var bare = new HashSet<String>();
    for (ModelInfo info : all) {
      assertThat(names.add(info.name())).as("%s twice", info.name()).isTrue();
      assertThat(info.maxOutput()).as(info.name()).isLessThanOrEqualTo(info.contextWindow());
      assertThat(info.can(ModelInfo.Ability.TOOLS)).as(info.name()).isTrue();
      assertThat(catalog.find(info.name())).contains(info);
      assertThat(catalog.describe(info.name())).isEqualTo(info);
      assertThat(catalog.resolveBare(info.id())).isEqualTo(new Resolution.Found(info.name()));
      info.pricing()
          .ifPresent(
              price -> {
                assertThat(price.output()).as(info.name()).isGreaterThan(price.input());
                assertThat(price.cacheRead()).as(info.name()).isLessThanOrEqualTo(price.input());
                assertThat(price.cacheWrite())
                    .as(info.name())
                    .isGreaterThanOrEqualTo(price.input());
              });
      for (String alias : catalog.aliases(info.name())) {
        assertThat(bare.add(alias)).as("alias %s twice", alias).isTrue();
        assertThat(catalog.resolveBare(alias)).isEqualTo(new Resolution.Found(info.name()));
      }
    }
    assertThat(all.stream().map(ModelInfo::provider))
        .contains("anthropic", "openai", "google", "deepseek", "mistral", "xai", "groq");
  }

  @Test
  void aPriceThatIsNotKnownIsAbsent() {
    assertThat(catalog.find("openai/gpt-5.6-terra").orElseThrow().pricing()).isEmpty();
  }

  @Test
  void aCachePriceThatIsNotGivenIsThatOfInput() {
    Pricing price =
        catalog.find("mistral/mistral-large-2512").orElseThrow().pricing().orElseThrow();
    assertThat(price).isEqualTo(new Pricing(0.5, 1.5, 0.5, 0.5));
    assertThat(price.cost(new Usage(1_000_000, 1_000_000, 1_000_000, 0)))
        .isCloseTo(2.5, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({
    "claude-opus-4-6,anthropic/claude-opus-4-6",
    "opus,anthropic/claude-opus-5-5",
    "gpt-5.5,openai/gpt-5.5",
    "openai/gpt-oss-120b,groq/openai/gpt-oss-120b",
    "gpt-oss-120b,groq/openai/gpt-oss-120b",
    "o3,openai/o3",
  })
  void aBareNameIsResolved(String bare, String full) {
    assertThat(catalog.resolveBare(bare)).isEqualTo(new Resolution.Found(full));
  }

  @ParameterizedTest
  @CsvSource({
    "claude-opus-46,anthropic/claude-opus-4-6",
    "claude-opus-4.6,anthropic/claude-opus-4-6",
    "Claude-Opus-4-6,anthropic/claude-opus-4-6",
    "gtp-5.5,openai/gpt-5.5",
    "gemini-2.5-flsh,google/gemini-2.5-flash",
    "sonet,anthropic/claude-sonnet-5-5",
  })
  void anUnknownNameGetsTheNearestAsSuggestion(String bare, String nearest) {
    assertThat(catalog.resolveBare(bare))
        .isInstanceOfSatisfying(
            Resolution.Unknown.class,
            unknown -> {
              assertThat(unknown.name()).isEqualTo(bare);
              assertThat(unknown.suggestions()).hasSizeLessThanOrEqualTo(3).startsWith(nearest);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "zzzzzzzz", "\"", "name", "tools", "anthropic"})
  void aNameLikeNothingGetsNoModel(String bare) {
    assertThat(catalog.resolveBare(bare)).isInstanceOf(Resolution.Unknown.class);
  }

  @ParameterizedTest
  @CsvSource({
    "anthropic/claude-opus-4-5-20251101,200000,true",
    "openai/gpt-5.4-2026-03-05,1050000,true",
    "openai-chat/gpt-5.4,1050000,true",
    "azure/gpt-5.4,1050000,false",
    "openrouter/anthropic/claude-opus-4.6,1000000,false",
    "openrouter/openai/gpt-5.5,1050000,false",
    "together/unheard/of,128000,false",
    "anthropic/claude-next-1,128000,false",
    "ollama/llama3.3,32768,false",
    "openai/x-99999999999,128000,false",
    "openai/o3x20251101,128000,false",
  })
  void anUnlistedModelIsDescribedByARelativeOrCautiously(String name, long window, boolean priced) {
    ModelInfo info = catalog.describe(name);
    assertThat(info.name()).isEqualTo(name);
    assertThat(info.contextWindow()).isEqualTo(window);
    assertThat(info.pricing().isPresent()).isEqualTo(priced);
    assertThat(info.can(ModelInfo.Ability.TOOLS)).isTrue();
    assertThat(catalog.find(name)).isEmpty();
  }

  @Test
  void theUserAddsAndChangesModels() throws JsonException {
    ModelCatalog mine =
        catalog.extendedBy(
            Json.parse(
                """
                {"vllm/own": {"contextWindow": 64000, "maxOutput": 4000, "aliases": ["own"],
                              "price": {"input": 0, "output": 0}, "abilities": ["tools", "images"]},
                 "anthropic/claude-opus-4-6": {"price": {"input": 4, "output": 20}}}\
                """));
    assertThat(mine.find("vllm/own"))
        .contains(
            new ModelInfo(
                "vllm/own",
                64_000,
                4_000,
                Pricing.FREE,
                Set.of(ModelInfo.Ability.TOOLS, ModelInfo.Ability.IMAGES)));
    assertThat(mine.resolveBare("own")).isEqualTo(new Resolution.Found("vllm/own"));
    ModelInfo changed = mine.find("anthropic/claude-opus-4-6").orElseThrow();
    assertThat(changed.contextWindow()).isEqualTo(1_000_000);
    assertThat(changed.price()).isEqualTo(new Pricing(4, 20, 4, 4));
    assertThat(mine.list())
        .hasSize(catalog.list().size() + 1)
        .startsWith(mine.describe("vllm/own"));
    ModelCatalog twice = mine.extendedBy(Json.parse("{\"vllm/own\": {\"maxOutput\": 5000}}"));
    assertThat(twice.find("vllm/own").orElseThrow().maxOutput()).isEqualTo(5000);
    assertThat(twice.find("vllm/own").orElseThrow().contextWindow()).isEqualTo(64_000);
  }

  @Test
  void anAliasOfTheUserWins() throws JsonException {
    ModelCatalog mine =
        catalog.extendedBy(Json.parse("{\"ollama/big\": {\"aliases\": [\"opus\"]}}"));
    assertThat(mine.resolveBare("opus")).isEqualTo(new Resolution.Found("ollama/big"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      value = {
        "[]|models: expected an object, was a list",
        "{\"own\":{}}|models.own: a model's name is written provider/model",
        "{\"a/\":{}}|models.a/: a model's name is written provider/model",
        "{\"a/b\":{\"contextWindow\":0}}|models.a/b.contextWindow: must be 1 or more, was 0",
        "{\"a/b\":{\"context\":1}}|models.a/b.context: is unknown; known are",
        "{\"a/b\":{\"price\":{\"input\":1}}}|models.a/b.price.output: is missing",
        "{\"a/b\":{\"price\":{\"input\":-1,\"output\":2}}}"
            + "|models.a/b.price.input: must be 0 or more, was -1.0",
        "{\"a/b\":{\"abilities\":[\"fly\"]}}"
            + "|models.a/b.abilities: may hold tools, images, thinking, but not 'fly'",
      })
  void aBadSectionIsRefusedWithTheField(String text, String message) {
    assertThatThrownBy(() -> catalog.extendedBy(Json.parse(text)))
        .isInstanceOf(JsonException.class)
        .hasMessageStartingWith(message);
  }
}
