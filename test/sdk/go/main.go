// The official client of OpenAI for Go. One line of output for each case.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"
)

const model = "svc-glacier"

var tool = openai.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{
	Name: "weather",
	Parameters: shared.FunctionParameters{
		"type":       "object",
		"properties": map[string]any{"town": map[string]any{"type": "string"}},
	},
})

func client(variable string, options ...option.RequestOption) openai.Client {
	own := []option.RequestOption{option.WithBaseURL(os.Getenv("SDK_URL")), option.WithAPIKey(os.Getenv(variable))}
	return openai.NewClient(append(own, options...)...)
}

func question(text string) openai.ChatCompletionNewParams {
	return openai.ChatCompletionNewParams{
		Model:    model,
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage(text)},
	}
}

func ask(one openai.Client, params openai.ChatCompletionNewParams) (*openai.ChatCompletion, error) {
	return one.Chat.Completions.New(context.Background(), params)
}

func expect(found, wanted any) error {
	if found != wanted {
		return fmt.Errorf("%v instead of %v", found, wanted)
	}
	return nil
}

func expectText(one openai.Client, text, wanted string) error {
	answer, err := ask(one, question(text))
	if err != nil {
		return err
	}
	return expect(answer.Choices[0].Message.Content, wanted)
}

func refused(err error, status int) (*openai.Error, error) {
	var thrown *openai.Error
	if !errors.As(err, &thrown) {
		return nil, fmt.Errorf("%v is no error of the interface", err)
	}
	return thrown, expect(thrown.StatusCode, status)
}

func expectRefusal(one openai.Client, params openai.ChatCompletionNewParams, status int) error {
	_, err := ask(one, params)
	_, wrong := refused(err, status)
	return wrong
}

func rateLimit() error {
	_, err := ask(client("SDK_LIMITED_KEY", option.WithMaxRetries(0)), question("hello"))
	thrown, wrong := refused(err, 429)
	if wrong != nil {
		return wrong
	}
	seconds, err := strconv.Atoi(thrown.Response.Header.Get("Retry-After"))
	if err != nil {
		return err
	}
	return expect(seconds >= 1 && seconds <= 60, true)
}

func busy() error { return expectText(client("SDK_BUSY_KEY"), "hello", "Hello there.") }

func whole() error {
	answer, err := ask(client("SDK_KEY"), question("hello"))
	if err != nil {
		return err
	}
	found := fmt.Sprint(answer.Choices[0].Message.Content, answer.Choices[0].FinishReason, answer.Usage.TotalTokens)
	return expect(found, "Hello there.stop11")
}

func stream() error {
	params := question("hello")
	params.StreamOptions.IncludeUsage = openai.Bool(true)
	one := client("SDK_KEY")
	events := one.Chat.Completions.NewStreaming(context.Background(), params)
	whole := openai.ChatCompletionAccumulator{}
	for events.Next() {
		whole.AddChunk(events.Current())
	}
	if events.Err() != nil {
		return events.Err()
	}
	return expect(fmt.Sprint(whole.Choices[0].Message.Content, whole.Usage.TotalTokens), "Hello there.11")
}

func tools() error {
	params := question("weather")
	params.Tools = []openai.ChatCompletionToolUnionParam{tool}
	answer, err := ask(client("SDK_KEY"), params)
	if err != nil {
		return err
	}
	message := answer.Choices[0].Message
	call := message.ToolCalls[0]
	if err := expect(call.Function.Name+call.Function.Arguments, `weather{"town":"Brno"}`); err != nil {
		return err
	}
	params.Messages = append(params.Messages, message.ToParam(), openai.ToolMessage("rain", call.ID))
	told, err := ask(client("SDK_KEY"), params)
	if err != nil {
		return err
	}
	return expect(told.Choices[0].Message.Content, "It rains.")
}

func streamedTools() error {
	params := question("weather")
	params.Tools = []openai.ChatCompletionToolUnionParam{tool}
	one := client("SDK_KEY")
	events := one.Chat.Completions.NewStreaming(context.Background(), params)
	whole := openai.ChatCompletionAccumulator{}
	for events.Next() {
		whole.AddChunk(events.Current())
	}
	if events.Err() != nil {
		return events.Err()
	}
	call := whole.Choices[0].Message.ToolCalls[0].Function
	return expect(call.Name+call.Arguments, `weather{"town":"Brno"}`)
}

func invalid() error {
	params := question("hello")
	params.Temperature = openai.Float(3)
	_, err := ask(client("SDK_KEY"), params)
	thrown, wrong := refused(err, 400)
	if wrong != nil {
		return wrong
	}
	return expect(thrown.Param, "temperature")
}

func wrongKey() error {
	key := os.Getenv("SDK_KEY")
	return expectRefusal(client("", option.WithAPIKey(key[:len(key)-4]+"AAAA")), question("hello"), 401)
}

func noCredit() error { return expectRefusal(client("SDK_POOR_KEY"), question("hello"), 402) }

func tooLarge() error {
	return expectRefusal(client("SDK_KEY"), question(strings.Repeat("x", 9_000_000)), 413)
}

func retried() error { return expectText(client("SDK_KEY"), "fail once go", "Recovered.") }

func brokenStream() error {
	one := client("SDK_KEY")
	events := one.Chat.Completions.NewStreaming(context.Background(), question("break"))
	for events.Next() {
	}
	if events.Err() == nil {
		return errors.New("the end of a broken stream looked like that of a whole one")
	}
	return expect(strings.Contains(events.Err().Error(), "stopped before its answer was complete"), true)
}

func report(name string, run func() error) {
	defer func() {
		if thrown := recover(); thrown != nil {
			fmt.Printf("%s\tFAILED\t%v\n", name, thrown)
		}
	}()
	if err := run(); err != nil {
		fmt.Printf("%s\tFAILED\t%s\n", name, strings.Join(strings.Fields(err.Error()), " "))
		return
	}
	fmt.Printf("%s\tok\t\n", name)
}

func main() {
	fmt.Println("ready")
	os.Stdin.Read(make([]byte, 1))
	report("rate limit", rateLimit)
	report("busy", busy)
	report("json", whole)
	report("stream", stream)
	report("tools", tools)
	report("streamed tools", streamedTools)
	report("invalid", invalid)
	report("wrong key", wrongKey)
	report("no credit", noCredit)
	report("too large", tooLarge)
	report("retried", retried)
	report("broken stream", brokenStream)
}
