import { invalidRequest } from '../invalid-request.ts'
import type { ChatRequest } from './chat-request.ts'
import { valueAt } from './check-numbers.ts'
import type { Part } from './content.ts'
import { isThinkingOff } from './fit-thinking.ts'
import type { ModelRules } from './model-rules.ts'
import { type OpenaiField, openaiFields } from './openai-fields.ts'
import { strictLeftOut } from './strict-schema.ts'

/** Settings of the neutral form that a format may have a field for. */
const settings = [
  'temperature',
  'topP',
  'topK',
  'stop',
  'seed',
  'presencePenalty',
  'frequencyPenalty',
  'n',
  'parallelToolCalls',
  'responseFormat',
  'modalities',
  'thinking',
  'userId',
  'serviceTier',
] as const

export type Setting = (typeof settings)[number]

/** What a format may have a field for; `thoughts` is whether they are shown. */
type Placed = Setting | 'thoughts' | 'maxOutputTokens' | 'tools' | 'toolChoice' | OpenaiField

/**
 * The field of each setting in a format, with dots between levels; absent = none. OpenAI's own fields without a place
 * are at the top.
 */
export type SettingPlaces = Readonly<Partial<Record<Placed, string>>>

export type SettingAliases = Readonly<Partial<Record<Placed, readonly string[]>>>

/** The names of settings in a client's body. */
export interface ClientNames {
  /** The fields with which the body sets it; those of the format where the body sets it otherwise. */
  of(setting: Placed): readonly string[]
  /** Whether the body itself sets it. */
  isWritten(setting: Placed): boolean
  /** The field of the conversation. */
  messages: string
}

/** Defaults of every model: leaving them out does not change the answer. */
const defaults: Partial<Record<Setting, unknown>> = {
  temperature: 1,
  topP: 1,
  presencePenalty: 0,
  frequencyPenalty: 0,
  n: 1,
  parallelToolCalls: true,
  serviceTier: 'auto',
}

/** Whether `value` is the default of its setting. */
export const isDefault = (setting: Setting, value: unknown): boolean => value === defaults[setting]

export interface Translation {
  requested: ChatRequest
  /** The body for the upstream. */
  wire: Record<string, unknown>
  client: ClientNames
  upstream: SettingPlaces
  /** Of the called model. */
  rules: ModelRules | null
}

/** Settings of the request that the upstream's body lacks, by their names in the client's body. */
export function settingsLeftOut({ requested, wire, client, upstream, rules }: Translation): string[] {
  const arrived = (setting: Setting) => {
    const place = upstream[setting]
    return place === undefined ? undefined : valueAt(wire, place)
  }
  const lost = settings.filter((setting) =>
    setting === 'thinking'
      ? isThinkingLost(requested, arrived(setting), rules)
      : isSettingLost(setting, requested, arrived(setting)),
  )
  const names = lost.flatMap((setting) => client.of(isOfThoughts(setting, requested) ? 'thoughts' : setting))
  const mayShow = upstream.thoughts !== undefined && !lost.includes('thinking')
  return areThoughtsAsked(requested, client) && !mayShow ? [...names, ...client.of('thoughts')] : names
}

const isOfThoughts = (setting: Setting, { thinking }: ChatRequest): boolean =>
  setting === 'thinking' && thinking?.kind === 'adaptive' && thinking.isUnasked === true

/** Whether the body asks for thoughts beside thinking. */
const areThoughtsAsked = ({ thinking }: ChatRequest, client: ClientNames): boolean =>
  thinking !== undefined &&
  thinking.kind !== 'off' &&
  thinking.isShown === true &&
  !(thinking.kind === 'adaptive' && thinking.isUnasked) &&
  client.isWritten('thoughts')

function isSettingLost(setting: Exclude<Setting, 'thinking'>, requested: ChatRequest, arrived: unknown): boolean {
  const value = requested[setting]
  if (value === undefined || isDefault(setting, value)) return false
  if (setting === 'modalities') return requested.modalities?.some((kind) => !holds(arrived, kind)) === true
  if (setting === 'stop' && Array.isArray(arrived)) return arrived.length < (requested.stop?.length ?? 0)
  // Formats without a field for JSON ask for it in the prompt; all of them return plain text by default.
  if (setting === 'responseFormat') return false
  // Without tools, a tool choice has no effect.
  if (setting === 'parallelToolCalls' && !requested.tools?.length) return false
  return arrived === undefined
}

/** Whether a list of kinds of output holds `kind`; text is in every answer. */
const holds = (arrived: unknown, kind: string): boolean =>
  kind === 'text' || (Array.isArray(arrived) && arrived.some((one) => String(one).toLowerCase() === kind))

/** OpenAI's own fields that the upstream's body lacks: another format may have another field of that name. */
export const openaiFieldsLeftOut = ({ requested: { openai = {} }, wire, client, upstream }: Translation): string[] =>
  openaiFields
    .filter((name) => openai[name] !== undefined && valueAt(wire, upstream[name] ?? name) !== openai[name])
    .flatMap((name) => client.of(name))

/** Whether the body disables the thinking of a model that thinks by default, or enables it. */
function isThinkingLost({ thinking }: ChatRequest, arrived: unknown, rules: ModelRules | null): boolean {
  const isOff = arrived === 'none' || valueAt(arrived, 'type') === 'disabled'
  const thinksUnasked = rules?.thinking?.isOnByDefault === true
  if (thinking === undefined) return isOff && thinksUnasked
  if (isThinkingOff(thinking)) return false
  return isOff || (arrived === undefined && !thinksUnasked)
}

/** The parts of messages and tools that a format can express. */
export interface PartLimits {
  cacheMarks: boolean
  imageDetail: boolean
  /** `closed`: as OpenAI, only of schemas whose objects are closed and require all of their properties. */
  strictTools: boolean | 'closed'
  names: boolean
  /** Earlier thoughts with their state. */
  reasoning: boolean
  redactedReasoning: boolean
  callSignatures: boolean
  /** Sound that the user sends. */
  sound: boolean
  /** Images from the user; absent = supported. */
  images?: boolean
  /** Documents other than plain text; absent = supported. */
  files?: boolean
  /** Media in earlier turns of the model; absent = unsupported. */
  modelMedia?: boolean
  /** Media in system text; absent = supported. */
  systemMedia?: boolean
  /** Other request fields without support; absent = all are supported. */
  without?: readonly ('tools' | 'max_tokens' | 'response_format' | 'json_schema' | 'required_call' | 'named_call')[]
}

/** Names of the parts of messages and tools that are left out. `sent` lacks the state of other upstreams. */
export function partsLeftOut(
  requested: ChatRequest,
  sent: ChatRequest,
  { limits, client }: { limits: PartLimits; client: ClientNames },
): string[] {
  const found = new Set<string>()
  const { messages } = client
  const addAll = (names: readonly string[]) => {
    for (const name of names) found.add(name)
  }
  for (const tool of requested.tools ?? []) {
    if (tool.cache && !limits.cacheMarks) found.add('tools.cache_control')
    if (tool.strict && !limits.strictTools) found.add('tools.strict')
  }
  if (limits.strictTools === 'closed') addAll(strictLeftOut(requested, client.of('responseFormat')))
  for (const { role, parts, name } of requested.messages) {
    if (name !== undefined && !limits.names) found.add(`${messages}.name`)
    const holdsMedia =
      role === 'assistant' ? limits.modelMedia === true : role === 'user' || limits.systemMedia !== false
    for (const part of parts) {
      for (const name of lossesOf(part, limits)) found.add(`${messages}.${name}`)
      if (!holdsMedia && isMedia(part, limits)) found.add(`${messages}.${part.kind}`)
    }
  }
  if (thoughtsIn(sent, limits) < thoughtsIn(requested, all)) found.add(`${messages}.reasoning`)
  const { without = [] } = limits
  if (without.includes('tools') && requested.tools?.length) addAll(client.of('tools'))
  if (without.includes('max_tokens') && requested.maxOutputTokens !== undefined) addAll(client.of('maxOutputTokens'))
  const { kind = 'text' } = requested.responseFormat ?? {}
  if (without.includes('response_format') && kind !== 'text') addAll(client.of('responseFormat'))
  if (without.includes('json_schema') && kind === 'json_schema') addAll(client.of('responseFormat'))
  const choice = requested.tools?.length ? requested.toolChoice?.kind : undefined
  if (without.includes('required_call') && choice === 'required') addAll(client.of('toolChoice'))
  if (without.includes('named_call') && choice === 'named') addAll(client.of('toolChoice'))
  return [...found]
}

function lossesOf(part: Part, limits: PartLimits): string[] {
  const lost: string[] = []
  if ('cache' in part && part.cache && !limits.cacheMarks) lost.push('cache_control')
  if (part.kind === 'image' && part.detail && part.detail !== 'auto' && !limits.imageDetail) lost.push('detail')
  if (part.kind !== 'tool_result') return lost
  for (const inner of part.content) {
    const isDocument = inner.kind === 'file' && inner.source.kind !== 'text'
    if (inner.kind === 'image' && limits.images === false) lost.push('image')
    if (isDocument && limits.files === false) lost.push('file')
  }
  return lost
}

/** Bytes and addresses. A spoken answer is sent as its transcript, or by its id. */
function isMedia(part: Part, limits: PartLimits): boolean {
  if (part.kind === 'audio') return !part.transcript && !(part.source.kind === 'file_id' && limits.sound)
  return part.kind === 'image' || (part.kind === 'file' && part.source.kind !== 'text')
}

const all: PartLimits = {
  cacheMarks: true,
  imageDetail: true,
  strictTools: true,
  names: true,
  reasoning: true,
  redactedReasoning: true,
  callSignatures: true,
  sound: true,
  modelMedia: true,
}

/** Thoughts, and states of calls, that a format with these limits can express. */
function thoughtsIn({ messages }: ChatRequest, limits: PartLimits): number {
  let count = 0
  for (const { parts } of messages)
    for (const part of parts) {
      if (part.kind === 'tool_call' && part.signature && limits.callSignatures) count++
      if (part.kind !== 'reasoning') continue
      if (part.redacted ? limits.redactedReasoning : limits.reasoning && (part.signature || limits === all)) count++
    }
  return count
}

/**
 * Throws GatewayError (the caller's) for content that must not be left out, because the answer would miss its subject.
 */
export function refuseUncarried(
  { messages }: ChatRequest,
  limits: PartLimits,
  { keepsFileIds, keepsImageIds }: { keepsFileIds: boolean; keepsImageIds: boolean },
): void {
  for (const [index, { role, parts }] of messages.entries()) {
    if (role !== 'user') continue
    for (const part of parts) {
      if (part.kind === 'audio' && !limits.sound) throw uncarried(index, 'soundNotSendable')
      if (part.kind === 'image' && limits.images === false) throw uncarried(index, 'imageNotSendable')
      const isDocument = part.kind === 'file' && part.source.kind !== 'text'
      if (isDocument && limits.files === false) throw uncarried(index, 'documentNotSendable')
      const isStored = 'source' in part && part.source.kind === 'file_id'
      const isKept = part.kind === 'image' ? keepsImageIds : keepsFileIds
      if (isStored && !isKept) throw uncarried(index, 'storedFileNotSendable')
    }
  }
}

const uncarried = (index: number, code: UncarriedCode) => invalidRequest(code, { field: `messages.${index}` })

type UncarriedCode = 'soundNotSendable' | 'imageNotSendable' | 'documentNotSendable' | 'storedFileNotSendable'
