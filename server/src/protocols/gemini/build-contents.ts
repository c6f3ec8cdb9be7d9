import { isRecord, type JsonRecord } from '@sluice/contract/read-json'
import type { Message, Part, ToolResultPart } from '../../core/chat/content.ts'
import { resultText } from '../../core/chat/json-texts.ts'
import { lostSignature } from '../../core/chat/lost-signature.ts'
import type { ModelRules } from '../../core/chat/model-rules.ts'
import { parseExactJson } from '../../core/json/exact-json.ts'
import { buildGeminiPart, buildMedia } from './build-part.ts'
import type { WireContent, WirePart } from './wire.ts'

export type ContentRules = Pick<ModelRules, 'needsSignatures' | 'hasResultMedia' | 'takesSystem'>

interface Turn {
  role: 'user' | 'model'
  /** Results of functions come before the other parts of the turn. */
  results: { part: WirePart; order: number }[]
  parts: WirePart[]
}

/**
 * Turns and system text of a conversation: consecutive messages of one role become one turn, all system messages become
 * one instruction, and the user's turn comes first.
 */
export function buildGeminiContents(
  messages: Message[],
  rules: ContentRules,
): { contents: WireContent[]; system: WirePart[] } {
  const system = messages.filter(({ role }) => role === 'system').flatMap(({ parts }) => textParts(parts))
  const calls = callsOf(messages)
  const turns: Turn[] = []
  for (const { role, parts } of messages) {
    if (role !== 'system' && parts.some(hasContent))
      addTo(turns, role === 'assistant' ? 'model' : 'user', parts, { calls, rules })
  }
  if (rules.needsSignatures) for (const turn of turns) signFirstCall(turn)
  const spoken = turns.filter((turn) => turn.results.length + turn.parts.length > 0)
  if (spoken.length === 0) return { contents: [userTurn(system)], system: [] }
  if (spoken[0]?.role === 'model') spoken.unshift({ role: 'user', results: [], parts: [{ text: '...' }] })
  if (!rules.takesSystem) spoken[0]?.parts.unshift(...system)
  return { contents: spoken.map(buildTurn), system: rules.takesSystem ? system : [] }
}

const textParts = (parts: Part[]): WirePart[] =>
  parts.flatMap((part) => (part.kind === 'text' ? buildGeminiPart(part) : []))

const hasContent = (part: Part): boolean => part.kind === 'tool_result' || buildGeminiPart(part).length > 0

/** Contents must not be empty. */
const userTurn = (parts: WirePart[]): WireContent => ({
  role: 'user',
  parts: parts.length > 0 ? parts : [{ text: '...' }],
})

type Calls = Map<string, { name: string; order: number }>

/** Every call of the conversation: results refer to calls by id, and older models match by name and order. */
function callsOf(messages: Message[]): Calls {
  const calls: Calls = new Map()
  for (const part of messages.flatMap(({ parts }) => parts))
    if (part.kind === 'tool_call') calls.set(part.id, { name: part.name, order: calls.size })
  return calls
}

interface Context {
  calls: Calls
  rules: ContentRules
}

function addTo(turns: Turn[], role: Turn['role'], parts: Part[], context: Context): void {
  const last = turns.at(-1)
  const turn: Turn = last?.role === role ? last : { role, results: [], parts: [] }
  if (turn !== last) turns.push(turn)
  for (const part of parts) {
    if (part.kind === 'tool_result') addResult(turn, part, context)
    else turn.parts.push(...buildGeminiPart(part))
  }
}

/** The first call of a turn must have a signature, even if its own was lost. */
function signFirstCall(turn: Turn): void {
  const first = turn.parts.find((part) => part.functionCall !== undefined)
  if (first && first.thoughtSignature === undefined) first.thoughtSignature = lostSignature
}

function addResult(turn: Turn, result: ToolResultPart, { calls, rules }: Context): void {
  const call = calls.get(result.callId)
  const media = result.content.flatMap((part) => (part.kind === 'text' ? [] : [buildMedia(part.source)]))
  const functionResponse: NonNullable<WirePart['functionResponse']> = {
    id: result.callId,
    name: result.name || call?.name || result.callId,
    response: buildResponse(result),
  }
  if (rules.hasResultMedia && media.length > 0) functionResponse.parts = media
  turn.results.push({ part: { functionResponse }, order: call?.order ?? Number.MAX_SAFE_INTEGER })
  if (!rules.hasResultMedia) turn.parts.push(...media)
}

/** A function's response is an object: a JSON object as it is, anything else as text under a conventional name. */
function buildResponse(result: ToolResultPart): JsonRecord {
  const text = resultText(result)
  if (result.isError) return { error: text }
  const value = parseExactJson(text)
  return isRecord(value) && !isWrapped(value) ? value : { result: text }
}

/** An object that would be mistaken for such a wrapped text or error. */
function isWrapped(value: JsonRecord): boolean {
  const [key] = Object.keys(value)
  return Object.keys(value).length === 1 && ['result', 'output', 'content', 'error'].includes(key ?? '')
}

const buildTurn = ({ role, results, parts }: Turn): WireContent => ({
  role,
  parts: [...results.sort((a, b) => a.order - b.order).map(({ part }) => part), ...parts],
})
