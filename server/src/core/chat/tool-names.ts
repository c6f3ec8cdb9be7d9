import type { ChatRequest, ToolChoice } from './chat-request.ts'
import type { ChatEvent, ChatResponse } from './chat-response.ts'
import type { Part } from './content.ts'

/** The rules of an upstream for tool names. */
export interface ToolNameRules {
  lengthMax: number
  /** One refused character. */
  refused: RegExp
}

/** OpenAI's rules for function names: https://platform.openai.com/docs/api-reference/chat/create, read 2026-11-20 */
export const commonToolNames: ToolNameRules = { lengthMax: 64, refused: /[^A-Za-z0-9_-]/g }

/**
 * The request with tool names that the upstream accepts, and a map from those names to the client's own.
 * The same list of tools gets the same names in every turn.
 */
export function fitToolNames(
  request: ChatRequest,
  rules: ToolNameRules,
): { request: ChatRequest; names: ReadonlyMap<string, string> } {
  const names = namesIn(request)
  const taken = new Map<string, string>()
  const fitted = new Map<string, string>()
  // Valid names stay, whatever the others become.
  for (const name of names) if (fits(name, rules)) taken.set(name, name)
  for (const name of names) if (!fits(name, rules)) fitted.set(name, fitName(name, rules, taken))
  if (fitted.size === 0) return { request, names: new Map() }
  const rename = (name: string) => fitted.get(name) ?? name
  return {
    names: new Map([...fitted].map(([name, short]) => [short, name])),
    request: {
      ...request,
      ...(request.tools && { tools: request.tools.map((tool) => ({ ...tool, name: rename(tool.name) })) }),
      ...(request.toolChoice && { toolChoice: renameChoice(request.toolChoice, rename) }),
      messages: request.messages.map((message) => ({
        ...message,
        parts: message.parts.map((part) => renamePart(part, rename)),
      })),
    },
  }
}

function namesIn({ tools = [], messages }: ChatRequest): Set<string> {
  const names = new Set(tools.map(({ name }) => name))
  for (const { parts } of messages) for (const part of parts) if (part.kind === 'tool_call') names.add(part.name)
  return names
}

const fits = (name: string, { lengthMax, refused }: ToolNameRules): boolean =>
  name.length <= lengthMax && name.search(refused) < 0

function fitName(name: string, { lengthMax, refused }: ToolNameRules, taken: Map<string, string>): string {
  const plain = name.replace(refused, '_') || '_'
  let short = plain
  // A shortened name, or one that two tools would share, gets a hash of the original.
  for (let turn = 0; short.length > lengthMax || taken.has(short); turn++) {
    const mark = `_${hash(`${turn}${name}`)}`
    short = plain.slice(0, lengthMax - mark.length) + mark
  }
  taken.set(short, name)
  return short
}

/** FNV-1a, in eight digits. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0
  return value.toString(16).padStart(8, '0')
}

const renameChoice = (choice: ToolChoice, rename: (name: string) => string): ToolChoice =>
  choice.kind === 'named' ? { kind: 'named', name: rename(choice.name) } : choice

function renamePart(part: Part, rename: (name: string) => string): Part {
  if (part.kind === 'tool_call') return { ...part, name: rename(part.name) }
  return part.kind === 'tool_result' && part.name !== undefined ? { ...part, name: rename(part.name) } : part
}

/** An event of the answer with the client's own tool name. */
export const restoreEventName = (event: ChatEvent, names: ReadonlyMap<string, string>): ChatEvent =>
  event.kind === 'tool_start' && names.size > 0 ? { ...event, name: names.get(event.name) ?? event.name } : event

/** The same for a complete answer. */
export function restoreNames(response: ChatResponse, names: ReadonlyMap<string, string>): ChatResponse {
  if (names.size === 0) return response
  const rename = (name: string) => names.get(name) ?? name
  const choices = response.choices.map((choice) => ({
    ...choice,
    parts: choice.parts.map((part) => renamePart(part, rename)),
  }))
  return { ...response, choices }
}
