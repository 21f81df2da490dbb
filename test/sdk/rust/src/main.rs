//! async-openai, a client for Rust. One line of output for each case.
use std::env::var;

use async_openai::{
    config::OpenAIConfig,
    error::OpenAIError,
    middleware::ReqwestService,
    types::chat::{
        ChatCompletionMessageToolCalls, CreateChatCompletionRequest, CreateChatCompletionResponse,
    },
    Client,
};
use futures::StreamExt;
use serde_json::{from_value, json, Value};

type Outcome = Result<(), String>;

fn config(key: &str) -> OpenAIConfig {
    OpenAIConfig::new()
        .with_api_base(var("SDK_URL").unwrap())
        .with_api_key(key)
}

fn client(variable: &str) -> Client<OpenAIConfig> {
    Client::with_config(config(&var(variable).unwrap()))
}

/// Bodies are written as JSON and read into the types of the client, which then writes them.
fn request(messages: Value, more: Value) -> CreateChatCompletionRequest {
    let mut body = json!({ "model": "svc-glacier", "messages": messages });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    from_value(body).unwrap()
}

fn question(text: &str) -> CreateChatCompletionRequest {
    request(json!([{ "role": "user", "content": text }]), json!({}))
}

fn tools() -> Value {
    let town = json!({ "type": "object", "properties": { "town": { "type": "string" } } });
    json!({ "tools": [{ "type": "function", "function": { "name": "weather", "parameters": town } }] })
}

fn expect<T: PartialEq + std::fmt::Debug>(found: T, wanted: T) -> Outcome {
    (found == wanted)
        .then_some(())
        .ok_or_else(|| format!("{found:?} instead of {wanted:?}"))
}

async fn ask(
    one: &Client<OpenAIConfig>,
    request: CreateChatCompletionRequest,
) -> Result<CreateChatCompletionResponse, OpenAIError> {
    one.chat().create(request).await
}

async fn expect_text(one: &Client<OpenAIConfig>, text: &str, wanted: &str) -> Outcome {
    let answer = ask(one, question(text)).await.map_err(|e| e.to_string())?;
    expect(answer.choices[0].message.content.as_deref(), Some(wanted))
}

async fn refused(
    one: &Client<OpenAIConfig>,
    request: CreateChatCompletionRequest,
    status: u16,
) -> Result<async_openai::error::ApiError, String> {
    match ask(one, request).await {
        Err(OpenAIError::ApiError(thrown)) => {
            expect(thrown.status_code.as_u16(), status)?;
            Ok(thrown.api_error)
        }
        Err(other) => Err(format!("{other} is no error of the interface")),
        Ok(_) => Err("nothing was thrown".into()),
    }
}

/// The client's errors carry no headers, so that of the wait cannot be looked at.
async fn rate_limit() -> Outcome {
    let strict = client("SDK_LIMITED_KEY").with_http_service(ReqwestService::default());
    let thrown = refused(&strict, question("hello"), 429).await?;
    expect(thrown.code.as_deref(), Some("rate_limit_exceeded"))
}

async fn whole() -> Outcome {
    let answer = ask(&client("SDK_KEY"), question("hello"))
        .await
        .map_err(|e| e.to_string())?;
    expect(answer.choices[0].message.content.as_deref(), Some("Hello there."))?;
    expect(answer.usage.map(|usage| usage.total_tokens), Some(11))
}

async fn stream() -> Outcome {
    let more = json!({ "stream_options": { "include_usage": true } });
    let asked = request(json!([{ "role": "user", "content": "hello" }]), more);
    let one = client("SDK_KEY");
    let mut events = one.chat().create_stream(asked).await.map_err(|e| e.to_string())?;
    let (mut text, mut total) = (String::new(), 0);
    while let Some(event) = events.next().await {
        let chunk = event.map_err(|e| e.to_string())?;
        for choice in &chunk.choices {
            text += choice.delta.content.as_deref().unwrap_or("");
        }
        total += chunk.usage.map_or(0, |usage| usage.total_tokens);
    }
    expect((text.as_str(), total), ("Hello there.", 11))
}

async fn tool_calls() -> Outcome {
    let asked = json!({ "role": "user", "content": "weather" });
    let one = client("SDK_KEY");
    let answer = ask(&one, request(json!([asked]), tools()))
        .await
        .map_err(|e| e.to_string())?;
    let calls = answer.choices[0].message.tool_calls.clone().unwrap_or_default();
    let Some(ChatCompletionMessageToolCalls::Function(call)) = calls.first() else {
        return Err("no call".into());
    };
    expect(call.function.name.as_str(), "weather")?;
    expect(call.function.arguments.as_str(), r#"{"town":"Brno"}"#)?;
    let called = json!({ "role": "assistant", "tool_calls": calls });
    let told = json!({ "role": "tool", "tool_call_id": call.id, "content": "rain" });
    let last = ask(&one, request(json!([asked, called, told]), tools()))
        .await
        .map_err(|e| e.to_string())?;
    expect(last.choices[0].message.content.as_deref(), Some("It rains."))
}

async fn streamed_tools() -> Outcome {
    let asked = request(json!([{ "role": "user", "content": "weather" }]), tools());
    let one = client("SDK_KEY");
    let mut events = one.chat().create_stream(asked).await.map_err(|e| e.to_string())?;
    let (mut name, mut arguments) = (String::new(), String::new());
    while let Some(event) = events.next().await {
        let chunk = event.map_err(|e| e.to_string())?;
        for choice in chunk.choices {
            for call in choice.delta.tool_calls.unwrap_or_default() {
                let function = call.function.unwrap_or_default();
                name += function.name.as_deref().unwrap_or("");
                arguments += function.arguments.as_deref().unwrap_or("");
            }
        }
    }
    expect((name.as_str(), arguments.as_str()), ("weather", r#"{"town":"Brno"}"#))
}

async fn invalid() -> Outcome {
    let hot = request(json!([{ "role": "user", "content": "hello" }]), json!({ "temperature": 3 }));
    let thrown = refused(&client("SDK_KEY"), hot, 400).await?;
    expect(thrown.param.as_deref(), Some("temperature"))
}

async fn wrong_key() -> Outcome {
    let key = var("SDK_KEY").unwrap();
    let other = Client::with_config(config(&format!("{}AAAA", &key[..key.len() - 4])));
    refused(&other, question("hello"), 401).await.map(|_| ())
}

async fn no_credit() -> Outcome {
    refused(&client("SDK_POOR_KEY"), question("hello"), 402).await.map(|_| ())
}

async fn too_large() -> Outcome {
    refused(&client("SDK_KEY"), question(&"x".repeat(9_000_000)), 413)
        .await
        .map(|_| ())
}

async fn broken_stream() -> Outcome {
    let one = client("SDK_KEY");
    let mut events = one
        .chat()
        .create_stream(question("break"))
        .await
        .map_err(|e| e.to_string())?;
    while let Some(event) = events.next().await {
        if event.is_err() {
            return Ok(());
        }
    }
    Err("the end of a broken stream looked like that of a whole one".into())
}

fn report(name: &str, outcome: Outcome) {
    match outcome {
        Ok(()) => println!("{name}\tok\t"),
        Err(said) => println!("{name}\tFAILED\t{}", said.split_whitespace().collect::<Vec<_>>().join(" ")),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    println!("ready");
    std::io::stdin().read_line(&mut String::new()).unwrap();
    report("rate limit", rate_limit().await);
    report("busy", expect_text(&client("SDK_BUSY_KEY"), "hello", "Hello there.").await);
    report("json", whole().await);
    report("stream", stream().await);
    report("tools", tool_calls().await);
    report("streamed tools", streamed_tools().await);
    report("invalid", invalid().await);
    report("wrong key", wrong_key().await);
    report("no credit", no_credit().await);
    report("too large", too_large().await);
    report("retried", expect_text(&client("SDK_KEY"), "fail once rust", "Recovered.").await);
    report("broken stream", broken_stream().await);
}
