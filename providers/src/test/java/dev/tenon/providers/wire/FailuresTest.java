package dev.tenon.providers.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.http.Headers;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.ModelException.Kind;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailuresTest {
  private static final String KEY = "my-own-secret-key-1";

  private final Endpoint endpoint =
      new Endpoint(
          "house",
          WireKind.OPENAI_CHAT,
          URI.create("https://user:hidden-pass@api.house.example/v1"),
          new Credential(Credential.Style.BEARER, "HOUSE_API_KEY", KEY),
          Map.of("X-Extra", "Token extra-secret-2"),
          Map.of("access", "query-secret-3", "api-version", "2026-01-01"),
          null,
          Set.of());
  private final Failures failures = new Failures(endpoint, "m-1", Clock.systemUTC());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 | CONTEXT_OVERFLOW | {'error':{'type':'invalid_request_error','message':'prompt is too"
            + " long: 208310 tokens > 200000 maximum'}}",
        "400 | CONTEXT_OVERFLOW | {'error':{'type':'invalid_request_error','message':'input length"
            + " and `max_tokens` exceed context limit: 190000 + 16384 > 200000'}}",
        "413 | CONTEXT_OVERFLOW | {'error':{'type':'request_too_large','message':'Request exceeds"
            + " the maximum size'}}",
        "400 | CONTEXT_OVERFLOW | {'error':{'code':'context_length_exceeded','message':'Your input"
            + " exceeds the context window of this model.'}}",
        "400 | CONTEXT_OVERFLOW | {'error':{'code':400,'status':'INVALID_ARGUMENT','message':'The"
            + " input token count (1200000) exceeds the maximum number of tokens allowed"
            + " (1048576).'}}",
        "400 | CONTEXT_OVERFLOW |"
            + " {'error':{'code':400,'type':'exceed_context_size_error','message':'the request"
            + " exceeds the available context size'}}",
        "400 | CONTEXT_OVERFLOW | {'object':'error','message':'This model maximum context length is"
            + " 32768 tokens','code':400}",
        "400 | CONTEXT_OVERFLOW | {'code':'x','error':'This model maximum prompt length is 131072"
            + " but the request contains 537812 tokens.'}",
        "400 | QUOTA            | {'error':{'type':'invalid_request_error','message':'Your credit"
            + " balance is too low to access the Anthropic API.'}}",
        "402 | QUOTA            | {'error':{'message':'Insufficient Balance'}}",
        "429 | QUOTA            | {'error':{'code':'insufficient_quota','message':'You exceeded"
            + " your current quota, please check your plan and billing details.'}}",
        "429 | QUOTA            | {'error':{'code':429,'status':'RESOURCE_EXHAUSTED','message':'You"
            + " exceeded your current"
            + " quota','details':[{'violations':[{'quotaId':'GenerateRequestsPerDayPerProjectPerModel-FreeTier'}]},{'retryDelay':'30s'}]}}",
        "429 | RATE_LIMIT       | {'error':{'code':429,'status':'RESOURCE_EXHAUSTED','message':'You"
            + " exceeded your current quota, please check your"
            + " plan','details':[{'retryDelay':'34.5s'}]}}",
        "429 | RATE_LIMIT       |"
            + " {'error':{'code':429,'status':'RESOURCE_EXHAUSTED','message':'Resource has been"
            + " exhausted (e.g. check quota).'}}",
        "429 | RATE_LIMIT       | {'error':{'code':'rate_limit_exceeded','message':'Rate limit"
            + " reached'}}",
        "429 | RATE_LIMIT       | ",
        "401 | AUTHENTICATION   | {'error':{'type':'authentication_error','message':'invalid"
            + " x-api-key'}}",
        "403 | AUTHENTICATION   | {'error':{'type':'permission_error','message':'no'}}",
        "400 | AUTHENTICATION   | {'error':{'code':400,'message':'API key not valid. Please pass a"
            + " valid API"
            + " key.','status':'INVALID_ARGUMENT','details':[{'reason':'API_KEY_INVALID'}]}}",
        "404 | UNKNOWN_MODEL    | {'error':{'type':'not_found_error','message':'model: claude-9'}}",
        "404 | UNKNOWN_MODEL    | {'error':{'code':404,'message':'models/gemini-9 is not found for"
            + " API version v1beta','status':'NOT_FOUND'}}",
        "404 | UNKNOWN_MODEL    | {'error':'model \"x\" not found, try pulling it first'}",
        "400 | UNKNOWN_MODEL    | {'error':{'code':400,'message':'x/y is not a valid model ID'}}",
        "404 | INVALID_REQUEST  | {'detail':'Not Found'}",
        "404 | INVALID_REQUEST  | <html>nothing here</html>",
        "529 | OVERLOADED       | {'error':{'type':'overloaded_error','message':'Overloaded'}}",
        "503 | OVERLOADED       | {'error':{'code':503,'message':'The model is"
            + " overloaded.','status':'UNAVAILABLE'}}",
        "500 | SERVER           | {'error':{'type':'api_error','message':'Internal server error'}}",
        "502 | SERVER           | <html>bad gateway</html>",
        "408 | SERVER           | ",
        "400 | REFUSAL          | {'error':{'code':'content_filter','message':'The response was"
            + " filtered'}}",
        "400 | INVALID_REQUEST  | {'error':{'type':'invalid_request_error','message':'messages:"
            + " roles must alternate'}}",
        "422 | INVALID_REQUEST  | {'detail':[{'loc':['body'],'msg':'field required'}]}",
      })
  void everyVendorsErrorHasItsKind(int status, Kind kind, String body) {
    String json = body == null ? "" : body.replace('\'', '"');

    ModelException failure = failures.status(status, Headers.NONE, VendorError.parse(json));

    assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(kind);
    assertThat(failure.getMessage())
        .contains("house", "api.house.example", Integer.toString(status))
        .doesNotContain("<html>", "hidden-pass");
  }

  /// Whoever stands between hands on what was answered to them, braces and all.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{'error':{'message':'litellm.RateLimitError: {\\'error\\':{\\'message\\':\\'No more"
            + " today\\',\\'code\\':\\'insufficient_quota\\'}}'}} | QUOTA | litellm.RateLimitError:"
            + " No more today",
        "{'error':{'message':'Provider returned"
            + " error','metadata':{'raw':'[{\\'error\\':{\\'status\\':\\'RESOURCE_EXHAUSTED\\',\\'message\\':\\'Slow"
            + " down\\'}}]'}}} | RATE_LIMIT | Provider returned error: Slow down",
        "{'detail':'{\\'message\\':\\'{\\\\\\'msg\\\\\\':\\\\\\'deep\\\\\\'}\\'}'}"
            + " | RATE_LIMIT | deep",
        "upstream said {'message':'No'}, sorry | RATE_LIMIT | upstream said No, sorry",
        "{'error':'use {braces} here'} | RATE_LIMIT | use {braces} here",
        "{'error':'an object {\\'a\\':1}'} | RATE_LIMIT | an object {'a':1}",
      })
  void anErrorInsideAnErrorIsToldInItsWords(String body, Kind kind, String words) {
    ModelException failure =
        failures.status(429, Headers.NONE, VendorError.parse(body.replace('\'', '"')));

    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure).hasMessageEndingWith(": " + words.replace('\'', '"'));
  }

  @Test
  void googlesDelayIsInTheBody() {
    VendorError error =
        VendorError.parse(
            "[{\"error\":{\"code\":429,\"status\":\"RESOURCE_EXHAUSTED\",\"message\":\"slow\","
                + "\"details\":[{\"@type\":\"type.googleapis.com/google.rpc.RetryInfo\","
                + "\"retryDelay\":\"34.5s\"}]}}]");

    assertThat(failures.status(429, Headers.NONE, error).retryAfter())
        .contains(Duration.ofMillis(34_500));
  }

  @Test
  void onlyWhatMayPassHasADelay() {
    var headers = Headers.of("retry-after", "5");

    assertThat(failures.status(400, headers, VendorError.NONE).retryAfter()).isEmpty();
    assertThat(failures.status(503, headers, VendorError.NONE).retryAfter())
        .contains(Duration.ofSeconds(5));
  }

  @Test
  void secretsAreTakenOut() {
    String[] secrets = {
      KEY,
      "extra-secret-2",
      "query-secret-3",
      "sk-proj-abcdefghijklmnop",
      "AIzaSyA-0123456789abcdef",
      "gsk_0123456789abc"
    };
    for (String secret : secrets) {
      VendorError error = new VendorError("", "your key " + secret + " is bad", null);

      assertThat(failures.status(401, Headers.NONE, error).getMessage())
          .doesNotContain(secret)
          .contains("your key [hidden] is bad", "HOUSE_API_KEY");
    }
  }

  @Test
  void aVersionIsNoSecret() {
    VendorError error = new VendorError("", "no such api-version: 2026-01-01", null);

    assertThat(failures.status(400, Headers.NONE, error)).hasMessageContaining("2026-01-01");
  }

  @Test
  void wordsThatOnlyLookLikeKeysStay() {
    VendorError error = new VendorError("", "the task-list and risk-free sk-short stay", null);

    assertThat(failures.status(400, Headers.NONE, error))
        .hasMessageContaining("the task-list and risk-free sk-short stay");
  }

  @Test
  void longWordsAreCut() {
    VendorError error = new VendorError("", "x".repeat(10_000), null);

    assertThat(failures.status(400, Headers.NONE, error).getMessage()).hasSizeLessThan(1000);
  }

  @Test
  void nothingShowsTheKey() {
    assertThat(endpoint.toString() + endpoint.credential()).doesNotContain(KEY, "hidden-pass");
  }
}
