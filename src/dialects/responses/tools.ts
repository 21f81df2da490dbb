/** Tools of a response → functions, which is what engines know; and calls of those functions → what the client offered. */

import type { JsonObject, Tool, ToolChoice } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { isRecord } from '../../lib/record.ts';
import { defined } from '../../platform/http/defined.ts';
import type { WireResponses, WireTool } from './schema.ts';

/** The meaning of a function to the client, where it is no plain function of the same name. */
export type CallTarget = { readonly name: string; readonly namespace?: string; readonly isCustom?: boolean };

export type OfferedTools = {
  readonly tools: readonly Tool[];
  /** Listed by the name that the engine knows. */
  readonly targets: Readonly<Record<string, CallTarget>>;
};

/** Tools that the maker of a model runs beside it. Agents offer them with every request, to every service. */
const HOSTED = /^(?:web_search|file_search|code_interpreter|image_generation|mcp|tool_search)(?:_[a-z\d_]{1,40})?$/;

/** The body without tools that are not run here, and their types. What requires one is refused later, by its choice. */
export function withoutHosted(body: JsonObject): { readonly body: JsonObject; readonly leftOut: readonly string[] } {
  if (!Array.isArray(body.tools)) return { body, leftOut: [] };
  const leftOut = new Set<string>();
  const keep = (tool: unknown): boolean => {
    const isHosted = isRecord(tool) && typeof tool.type === 'string' && HOSTED.test(tool.type);
    if (isHosted) leftOut.add(tool.type as string);
    return !isHosted;
  };
  const tools = body.tools.filter(keep).map((tool: unknown) => {
    const isGroup = isRecord(tool) && tool.type === 'namespace' && Array.isArray(tool.tools);
    return isGroup ? { ...tool, tools: (tool.tools as readonly unknown[]).filter(keep) } : tool;
  });
  return leftOut.size === 0 ? { body, leftOut: [] } : { body: { ...body, tools }, leftOut: [...leftOut] };
}

/** Engines know no namespaces, and most allow no other signs in a name. */
export const engineNameOf = (name: string, namespace: string | undefined): string =>
  namespace === undefined ? name : `${namespace}__${name}`;

export function offeredTools(wire: readonly WireTool[], toolsMax: number): OfferedTools {
  const tools = new Map<string, Tool>();
  const targets: Record<string, CallTarget> = {};
  const add = (tool: Exclude<WireTool, { type: 'namespace' }>, namespace?: string) => {
    const engineName = engineNameOf(tool.name, namespace);
    if (tools.has(engineName)) refuse('tools', `has two tools that are called ${engineName}`);
    tools.set(engineName, toolFrom(tool, engineName));
    const isCustom = tool.type === 'custom';
    if (isCustom || namespace !== undefined) {
      targets[engineName] = defined({ name: tool.name, namespace, isCustom: isCustom || undefined });
    }
  };
  for (const tool of wire) {
    if (tool.type !== 'namespace') add(tool);
    else for (const inner of tool.tools) add(inner, tool.name);
  }
  if (tools.size > toolsMax) refuse('tools', `has ${tools.size} tools in all; at most ${toolsMax} are allowed`);
  return { tools: [...tools.values()], targets };
}

function toolFrom(tool: Exclude<WireTool, { type: 'namespace' }>, name: string): Tool {
  if (tool.type === 'function') {
    const { description, parameters, strict } = tool;
    return defined({ name, description, parameters, strict });
  }
  const grammar = tool.format?.definition;
  const form =
    grammar && `The input must follow this grammar (${tool.format?.syntax ?? tool.format?.type}):\n${grammar}`;
  const description = [tool.description, form].filter(Boolean).join('\n\n');
  return { name, ...(description && { description }), parameters: FREE_TEXT };
}

/** A custom tool takes text; engines know only arguments. */
const FREE_TEXT = {
  type: 'object',
  properties: { input: { type: 'string', description: 'The whole input of the tool, as plain text.' } },
  required: ['input'],
  additionalProperties: false,
};

/** The input of a call of a custom tool: a model that wrote something else meant it as the text. */
export function customInputOf(written: string): string {
  const parsed = parseJson(written);
  return isRecord(parsed) && typeof parsed.input === 'string' ? parsed.input : written;
}

type Choice = WireResponses['tool_choice'];

/** Only the allowed ones of the tools are offered. */
export function chosenTools(
  choice: Choice,
  { tools }: OfferedTools,
): { tools?: readonly Tool[]; toolChoice?: ToolChoice } {
  const named = namesIn(choice);
  for (const name of named) {
    if (!tools.some((tool) => tool.name === name))
      refuse('tool_choice', `names ${JSON.stringify(name)}, which is not among tools`);
  }
  if (tools.length === 0) {
    if (choice === 'required') refuse('tool_choice', 'needs tools to choose from');
    return {};
  }
  if (choice === undefined) return { tools };
  if (typeof choice === 'string') return { tools, toolChoice: { mode: choice } };
  if (choice.type !== 'allowed_tools') return { tools, toolChoice: { mode: 'oneOf', names: named } };
  return { tools: tools.filter(({ name }) => named.includes(name)), toolChoice: { mode: choice.mode } };
}

function namesIn(choice: Choice): readonly string[] {
  if (choice === undefined || typeof choice === 'string') return [];
  return choice.type === 'allowed_tools' ? choice.tools.map(({ name }) => name) : [choice.name];
}

function refuse(param: string, what: string): never {
  throw new ServiceError('invalid_request', `${param} ${what}.`, { param });
}
