/**
 * A model that has tools may write this:
 *
 *   answer = [text] call { "\n" call }        with tools to choose from
 *   call   = '<tool_call>\n{"name": ' name ', "arguments": ' object '}\n</tool_call>'
 *
 * The text is free, except that `<tool_call>` in it is always the beginning of a call. The arguments satisfy the schema
 * of the tool that is named before them.
 */
import type { Tool, ToolChoice } from '../../../core/chat.ts';
import { GrammarBuilder, literal } from './grammar-builder.ts';
import { anyObject, EMPTY_OBJECT } from './grammar-json.ts';
import { SchemaDocument } from './json-schema-document.ts';
import { SchemaCompiler } from './json-schema-grammar.ts';

export const CALL_OPEN = '<tool_call>';
export const CALL_CLOSE = '</tool_call>';
export const PARALLEL_CALLS_MAX = 8;
const FREE_DEPTH_MAX = 4;

type ToolCallOptions = {
  readonly tools: readonly Tool[];
  readonly choice: ToolChoice;
  /** One answer may hold several calls. */
  readonly isParallel: boolean;
};

/** Throws a SchemaRefusal if the schemas of the tools are too large together, or one is none. */
export function toolCallGrammar(options: ToolCallOptions, builder = new GrammarBuilder()): string {
  const { tools, choice, isParallel } = options;
  const callable = tools.filter(({ name }) => choice.mode !== 'oneOf' || choice.names.includes(name));
  if (choice.mode === 'none' || (choice.mode === 'auto' && callable.length === 0))
    return textGrammar(builder, undefined);
  if (callable.length === 0) throw new Error('Unreachable: a choice of tools names a tool that the request has.');
  const named = builder.rule('function', callable.map((tool) => functionBody(builder, tool)).join(' | '));
  const call = builder.rule('call', `${literal('\n{"name": "')} ${named} ${literal(`}\n${CALL_CLOSE}`)}`);
  const more = builder.rule('more', `${literal(`\n${CALL_OPEN}`)} ${call}`);
  const others = isParallel ? builder.repeat('more', more, { min: 0, max: PARALLEL_CALLS_MAX - 1 }) : '';
  const calls = `${call} ${others}`;
  return choice.mode === 'auto' ? textGrammar(builder, calls) : builder.text(`${literal(CALL_OPEN)} ${calls}`);
}

/** A call between its name's opening quote and the end of its arguments. */
function functionBody(builder: GrammarBuilder, tool: Tool): string {
  const name = JSON.stringify(tool.name).slice(1);
  return `${literal(`${name}, "arguments": `)} ${argumentsRule(builder, tool)}`;
}

/** Arguments are an object whatever the schema says; without a schema they are empty. */
function argumentsRule(builder: GrammarBuilder, { parameters }: Tool): string {
  if (!parameters || Object.keys(parameters).length === 0) return EMPTY_OBJECT;
  const compiler = new SchemaCompiler(builder, new SchemaDocument(parameters, builder.work));
  const alternatives = compiler.compile({ allOf: [{ type: 'object' }, parameters] });
  return alternatives.length > 0 ? builder.choice('arguments', alternatives) : anyObject(builder, FREE_DEPTH_MAX);
}

/**
 * Free text, one rule for each beginning of the tag that the text may end with. Once the tag is whole, the calls follow;
 * without calls it cannot become whole. The tag has `<` only at its beginning, so a `<` always starts it anew.
 */
function textGrammar(builder: GrammarBuilder, calls: string | undefined): string {
  const tag = [...CALL_OPEN];
  const rules = tag.map((char, index) => {
    const isLast = index === tag.length - 1;
    const onward = isLast
      ? calls === undefined
        ? []
        : [`${literal(char)} ${calls}`]
      : [`${literal(char)} text-${index + 1}`];
    const again = index === 0 ? [] : [`"<" text-1`];
    const other = index === 0 ? '[^<]' : `[^<${char}]`;
    return { name: `text-${index}`, body: `(${[...onward, ...again, `${other} text-0`].join(' | ')})?` };
  });
  return builder.text('text-0', rules);
}
