import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.errors.BadRequestException;
import com.openai.errors.OpenAIException;
import com.openai.errors.OpenAIServiceException;
import com.openai.errors.RateLimitException;
import com.openai.errors.UnauthorizedException;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.FunctionDefinition;
import com.openai.models.FunctionParameters;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionMessageFunctionToolCall;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import java.util.Map;
import java.util.Objects;

/** The official client of OpenAI for Java. One line of output for each case. */
public final class Main {
  private interface Case {
    void run() throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    System.out.println("ready");
    System.in.read();
    report("rate limit", Main::rateLimit);
    report("busy", () -> expect(textOf(ask(client("SDK_BUSY_KEY"), question("hello"))), "Hello there."));
    report("json", Main::json);
    report("stream", Main::stream);
    report("tools", Main::tools);
    report("streamed tools", Main::streamedTools);
    report("invalid", Main::invalid);
    report("wrong key", Main::wrongKey);
    report("no credit", () -> expectStatus(402, () -> ask(client("SDK_POOR_KEY"), question("hello"))));
    report("too large", () -> expectStatus(413, () -> ask(client("SDK_KEY"), question("x".repeat(9_000_000)))));
    report("retried", () -> expect(textOf(ask(client("SDK_KEY"), question("fail once java"))), "Recovered."));
    report("broken stream", Main::brokenStream);
    // The client's threads would keep the process for a while.
    System.exit(0);
  }

  private static void rateLimit() {
    OpenAIClient strict = builder(System.getenv("SDK_LIMITED_KEY")).maxRetries(0).build();
    RateLimitException thrown = thrownBy(RateLimitException.class, () -> ask(strict, question("hello")));
    int seconds = Integer.parseInt(thrown.headers().values("retry-after").get(0));
    expect(seconds >= 1 && seconds <= 60, true);
  }

  private static void json() {
    ChatCompletion answer = ask(client("SDK_KEY"), question("hello"));
    answer.validate();
    expect(textOf(answer) + answer.usage().get().totalTokens(), "Hello there.11");
  }

  private static void stream() {
    ChatCompletionCreateParams.Builder params =
        question("hello").streamOptions(ChatCompletionStreamOptions.builder().includeUsage(true).build());
    ChatCompletion whole = collected(params);
    expect(textOf(whole) + whole.usage().get().totalTokens(), "Hello there.11");
  }

  private static void tools() {
    ChatCompletionCreateParams.Builder params = weather();
    ChatCompletion called = ask(client("SDK_KEY"), params);
    ChatCompletionMessageFunctionToolCall call = callOf(called);
    expect(call.function().name() + call.function().arguments(), "weather{\"town\":\"Brno\"}");
    params.addMessage(called.choices().get(0).message());
    params.addMessage(ChatCompletionToolMessageParam.builder().toolCallId(call.id()).content("rain").build());
    expect(textOf(ask(client("SDK_KEY"), params)), "It rains.");
  }

  private static void streamedTools() {
    ChatCompletionMessageFunctionToolCall call = callOf(collected(weather()));
    expect(call.function().name() + call.function().arguments(), "weather{\"town\":\"Brno\"}");
  }

  private static void invalid() {
    BadRequestException thrown =
        thrownBy(BadRequestException.class, () -> ask(client("SDK_KEY"), question("hello").temperature(3.0)));
    expect(thrown.param().orElse(""), "temperature");
  }

  private static void wrongKey() {
    String key = System.getenv("SDK_KEY");
    OpenAIClient other = builder(key.substring(0, key.length() - 4) + "AAAA").build();
    thrownBy(UnauthorizedException.class, () -> ask(other, question("hello")));
  }

  private static void brokenStream() {
    OpenAIException thrown = thrownBy(OpenAIException.class, () -> collected(question("break")));
    expect(thrown.getMessage().contains("stopped before its answer was complete"), true);
  }

  private static ChatCompletion collected(ChatCompletionCreateParams.Builder params) {
    ChatCompletionAccumulator whole = ChatCompletionAccumulator.create();
    try (var events = client("SDK_KEY").chat().completions().createStreaming(params.build())) {
      events.stream().forEach(whole::accumulate);
    }
    return whole.chatCompletion();
  }

  private static ChatCompletionCreateParams.Builder question(String text) {
    return ChatCompletionCreateParams.builder().model("svc-glacier").addUserMessage(text);
  }

  private static ChatCompletionCreateParams.Builder weather() {
    FunctionParameters parameters =
        FunctionParameters.builder()
            .putAdditionalProperty("type", JsonValue.from("object"))
            .putAdditionalProperty("properties", JsonValue.from(Map.of("town", Map.of("type", "string"))))
            .build();
    return question("weather")
        .addFunctionTool(FunctionDefinition.builder().name("weather").parameters(parameters).build());
  }

  private static ChatCompletionMessageFunctionToolCall callOf(ChatCompletion answer) {
    return answer.choices().get(0).message().toolCalls().get().get(0).asFunction();
  }

  private static ChatCompletion ask(OpenAIClient one, ChatCompletionCreateParams.Builder params) {
    return one.chat().completions().create(params.build());
  }

  private static String textOf(ChatCompletion answer) {
    return answer.choices().get(0).message().content().orElse("");
  }

  private static OpenAIClient client(String variable) {
    return builder(System.getenv(variable)).build();
  }

  private static OpenAIOkHttpClient.Builder builder(String key) {
    return OpenAIOkHttpClient.builder().baseUrl(System.getenv("SDK_URL")).apiKey(key);
  }

  private static void expectStatus(int status, Case ask) {
    expect(thrownBy(OpenAIServiceException.class, ask).statusCode(), status);
  }

  private static <T extends Exception> T thrownBy(Class<T> kind, Case run) {
    try {
      run.run();
    } catch (Exception thrown) {
      if (kind.isInstance(thrown)) return kind.cast(thrown);
      throw new AssertionError(thrown + " instead of " + kind.getSimpleName(), thrown);
    }
    throw new AssertionError("nothing was thrown instead of " + kind.getSimpleName());
  }

  private static void expect(Object found, Object wanted) {
    if (!Objects.equals(found, wanted)) throw new AssertionError(found + " instead of " + wanted);
  }

  private static void report(String name, Case run) {
    try {
      run.run();
      System.out.println(name + "\tok\t");
    } catch (Throwable thrown) {
      System.out.println(name + "\tFAILED\t" + thrown.toString().replaceAll("\\s+", " "));
    }
  }
}
