import type { ChatRequest, ToolChoice } from './chat-request.ts'
import type { ChatEvent, ChatResponse } from './chat-response.ts'
import type { Part } from './content.ts'
import { createNameFitter, type NameRules } from './name-fitter.ts'

/** OpenAI's rules for function names: https://platform.openai.com/docs/api-reference/chat/create, read 2026-11-20 */
export const commonToolNames: NameRules = { lengthMax: 64, refused: /[^A-Za-z0-9_-]/g }

/** Models whose API wants a letter first. https://platform.moonshot.ai/docs/api/tool-use, as known on 2026-11-28 */
const lettersFirst = /\b(?:kimi|moonshot)/i

/** The rules for names of tools that go to `model`. */
export const toolNameRulesOf = (rules: NameRules, model: string): NameRules =>
  lettersFirst.test(model) ? { ...rules, first: /[A-Za-z]/ } : rules

/**
 * The request with tool names that the upstream accepts, and a map from those names to the client's own.
 * The same list of tools gets the same names in every turn.
 */
export function fitToolNames(
  request: ChatRequest,
  rules: NameRules,
): { request: ChatRequest; names: ReadonlyMap<string, string> } {
  const names = namesIn(request)
  const fitter = createNameFitter(rules)
  const fitted = new Map<string, string>()
  // Valid names stay, whatever the others become.
  for (const name of names) if (fitter.fits(name)) fitter.keep(name)
  for (const name of names) if (!fitter.fits(name)) fitted.set(name, fitter.fit(name))
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
