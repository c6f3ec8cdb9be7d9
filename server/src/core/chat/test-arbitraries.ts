import fc from 'fast-check'
import { defined } from '../json/defined.ts'
import { noUsage, type Usage } from '../usage/usage.ts'
import { responseEvents } from './assemble.ts'
import type { ChatRequest, Effort, ResponseFormat, Thinking, Tool, ToolChoice } from './chat-request.ts'
import type { ChatChoice, ChatEvent, ChatResponse, FinishReason } from './chat-response.ts'
import type { Citation, MediaSource, Message, Part, ToolCallPart, ToolResultPart } from './content.ts'

/**
 * Neutral requests, answers and streams for property tests. By default they contain what every protocol can express;
 * options enable more.
 */
export interface RequestFeatures {
  /** Sources of images in user turns. Default: base64. */
  images?: MediaSource['kind'][]
  /** Sources of documents in user turns. Default: none. */
  files?: MediaSource['kind'][]
  audio?: boolean
  imageDetail?: boolean
  /** Cache marks on text, images, tools. */
  cache?: boolean
  /** `name` of messages. */
  names?: boolean
  /** System messages between turns; with false only in front. */
  midSystem?: boolean
  /** Reasoning in assistant turns. Default: none. */
  reasoning?: ('text' | 'signed' | 'redacted')[]
  toolSignatures?: boolean
  /** `isError` of tool results. */
  toolErrors?: boolean
  toolResultImages?: boolean
  /** Names of functions on tool results. Default true. */
  toolResultNames?: boolean
  refusals?: boolean
  /** Possible plain settings. Default: maxOutputTokens, temperature, topP, stop. */
  settings?: Setting[]
  thinking?: Thinking['kind'][]
  efforts?: Effort[]
  /** `isShown` of thinking. */
  thinkingShown?: boolean
  responseFormats?: ResponseFormat['kind'][]
  /** Whether a JSON schema has name, description, strict. */
  schemaNames?: boolean
  strictTools?: boolean
  parallelToolCalls?: boolean
  wantsUsage?: 'always' | 'never' | 'asked'
}

type Setting =
  | 'maxOutputTokens'
  | 'temperature'
  | 'topP'
  | 'topK'
  | 'stop'
  | 'seed'
  | 'presencePenalty'
  | 'frequencyPenalty'
  | 'n'
  | 'userId'
  | 'serviceTier'

const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.constantFrom('你好', '🎉 a', '{"a":1}'),
  )
  .filter((value) => value.trim() !== '')
const word = fc.stringMatching(/^[a-z][a-z0-9_]{0,9}$/)
const base64 = fc
  .uint8Array({ minLength: 1, maxLength: 6 })
  .map((bytes) => Buffer.from(bytes).toString('base64'))
const jsonObject = fc.dictionary(
  word,
  fc.oneof(
    fc.string({ maxLength: 5 }),
    fc.integer({ min: -99, max: 99 }),
    fc.boolean(),
    fc.array(fc.nat(9), { maxLength: 3 }),
  ),
  { maxKeys: 3 },
)
const signature = base64.map((value) => `c2ln${value}`)
const cacheMark = fc.constantFrom({ ttl: '5m' as const }, { ttl: '1h' as const })

const maybe = <T>(isAllowed: boolean | undefined, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  isAllowed ? fc.option(value, { nil: undefined }) : fc.constant(undefined)

function source(kinds: MediaSource['kind'][], mediaTypes: string[]): fc.Arbitrary<MediaSource> {
  const mediaType = fc.constantFrom(...mediaTypes)
  const all: Record<MediaSource['kind'], fc.Arbitrary<MediaSource>> = {
    base64: fc.record({ kind: fc.constant('base64' as const), mediaType, data: base64 }),
    url: word.map((name) => ({ kind: 'url' as const, url: `https://files.example/${name}.png` })),
    file_id: word.map((name) => ({ kind: 'file_id' as const, fileId: `file-${name}` })),
    text: text.map((value) => ({ kind: 'text' as const, text: value })),
  }
  return fc.oneof(...kinds.map((kind) => all[kind]))
}

const textPart = (features: RequestFeatures): fc.Arbitrary<Part> =>
  fc
    .record({ text, cache: maybe(features.cache, cacheMark) })
    .map((more) => defined<Part>({ kind: 'text', ...more }))

function imagePart(features: RequestFeatures): fc.Arbitrary<Part> {
  return fc
    .record({
      source: source(features.images ?? ['base64'], ['image/png', 'image/jpeg']),
      detail: maybe(features.imageDetail, fc.constantFrom('low' as const, 'high' as const, 'auto' as const)),
      cache: maybe(features.cache, cacheMark),
    })
    .map((more) => defined<Part>({ kind: 'image', ...more }))
}

function userPart(features: RequestFeatures): fc.Arbitrary<Part> {
  const kinds = [textPart(features)]
  if ((features.images ?? ['base64']).length > 0) kinds.push(imagePart(features))
  if (features.files?.length)
    kinds.push(
      fc
        .record({
          source: source(features.files, ['application/pdf']),
          name: word.map((name) => `${name}.pdf`),
        })
        .map(({ source: from, name }) =>
          defined<Part>({ kind: 'file', source: from, name: from.kind === 'file_id' ? undefined : name }),
        ),
    )
  if (features.audio)
    kinds.push(
      source(['base64'], ['audio/wav', 'audio/mp3']).map((from) => ({
        kind: 'audio' as const,
        source: from,
      })),
    )
  return fc.oneof(...kinds)
}

const reasoningPart = (kind: 'text' | 'signed' | 'redacted'): fc.Arbitrary<Part> =>
  ({
    text: text.map((value) => ({ kind: 'reasoning' as const, text: value })),
    signed: fc
      .tuple(text, signature)
      .map(([value, state]) => ({ kind: 'reasoning' as const, text: value, signature: state })),
    redacted: base64.map((redacted) => ({ kind: 'reasoning' as const, text: '', redacted })),
  })[kind]

const toolCall = (hasSignatures: boolean | undefined): fc.Arbitrary<ToolCallPart> =>
  fc
    .record({
      name: word,
      arguments: jsonObject.map((value) => JSON.stringify(value)),
      signature: maybe(hasSignatures, signature),
    })
    .map((more) => defined<ToolCallPart>({ kind: 'tool_call', id: '', ...more }))

/** Assistant parts in the order that every protocol keeps: reasoning, one text, calls. */
function assistantParts(features: RequestFeatures): fc.Arbitrary<Part[]> {
  const kinds = features.reasoning ?? []
  const reasoning =
    kinds.length > 0 ? fc.array(fc.oneof(...kinds.map(reasoningPart)), { maxLength: 1 }) : fc.constant([])
  const said = features.refusals
    ? fc.oneof(
        textPart(features),
        text.map((value): Part => ({ kind: 'refusal', text: value })),
      )
    : textPart(features)
  return fc
    .tuple(
      reasoning,
      fc.array(said, { maxLength: 1 }),
      fc.array(toolCall(features.toolSignatures), { maxLength: 3 }),
      said,
    )
    .map(([thought, spoken, calls, otherwise]) => [
      ...thought,
      ...(spoken.length + calls.length === 0 ? [otherwise] : spoken),
      ...calls,
    ])
}

function toolResult(features: RequestFeatures): fc.Arbitrary<Omit<ToolResultPart, 'callId' | 'name'>> {
  const content = features.toolResultImages
    ? fc.oneof(textPart({}), imagePart({ images: features.images ?? ['base64'] }))
    : textPart({})
  return fc
    .record({
      content: fc.array(content, {
        minLength: 1,
        maxLength: features.toolResultImages ? 2 : 1,
      }) as fc.Arbitrary<ToolResultPart['content']>,
      isError: maybe(features.toolErrors, fc.constant(true)),
    })
    .map((more) => defined<Omit<ToolResultPart, 'callId' | 'name'>>({ kind: 'tool_result', ...more }))
}

/** A conversation: system, then turns that begin and end with the user's, each call answered in the following turn. */
function arbitraryMessages(features: RequestFeatures = {}): fc.Arbitrary<Message[]> {
  const name = maybe(features.names, word)
  const system = fc.tuple(fc.array(textPart(features), { minLength: 1, maxLength: 2 }))
  const turn = fc.record({
    assistant: assistantParts(features),
    results: fc.array(toolResult(features), { minLength: 3, maxLength: 3 }),
    user: fc.array(userPart(features), { minLength: 1, maxLength: 3 }),
    onlyResults: fc.boolean(),
    system: maybe(features.midSystem, textPart(features)),
    name,
  })
  return fc
    .record({
      system: fc.option(system, { nil: undefined }),
      first: fc.array(userPart(features), { minLength: 1, maxLength: 3 }),
      name,
      turns: fc.array(turn, { maxLength: 3 }),
    })
    .map((made) => {
      const messages: Message[] = []
      if (made.system) messages.push({ role: 'system', parts: made.system[0] })
      messages.push(defined<Message>({ role: 'user', parts: made.first, name: made.name }))
      made.turns.forEach((next, at) => {
        const assistant = next.assistant.map((part, i) =>
          part.kind === 'tool_call' ? { ...part, id: `call_${at}_${i}` } : part,
        )
        const calls = assistant.filter((part) => part.kind === 'tool_call')
        const results = calls.map((call, i): Part => {
          const named = features.toolResultNames === false ? {} : { name: call.name }
          return { ...(next.results[i] as Omit<ToolResultPart, 'callId'>), callId: call.id, ...named }
        })
        messages.push({ role: 'assistant', parts: assistant })
        const isBare = next.onlyResults && results.length > 0
        // A name belongs to a user's own message, not to tool results.
        const named = results.length === 0 ? next.name : undefined
        messages.push(
          defined<Message>({ role: 'user', parts: [...results, ...(isBare ? [] : next.user)], name: named }),
        )
        if (next.system) messages.push({ role: 'system', parts: [next.system] })
      })
      return messages
    })
}

const schema = fc.constantFrom<Record<string, unknown>>(
  {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
  { type: 'object', properties: { days: { type: 'integer' } }, additionalProperties: false },
)

const arbitraryTools = (features: RequestFeatures): fc.Arbitrary<Tool[]> =>
  fc.uniqueArray(
    fc
      .record({
        name: word,
        description: fc.option(text, { nil: undefined }),
        parameters: schema,
        strict: maybe(features.strictTools, fc.boolean()),
        cache: maybe(features.cache, cacheMark),
      })
      .map((more) => defined<Tool>(more)),
    { minLength: 1, maxLength: 3, selector: (tool) => tool.name },
  )

function arbitraryThinking(features: RequestFeatures): fc.Arbitrary<Thinking> {
  const effort = fc.constantFrom(...(features.efforts ?? (['low', 'medium', 'high'] as const)))
  const isShown = maybe(features.thinkingShown, fc.boolean())
  const all: Record<Thinking['kind'], fc.Arbitrary<Thinking>> = {
    effort: fc.record({ effort, isShown }).map((more) => defined<Thinking>({ kind: 'effort', ...more })),
    budget: fc
      .record({ tokens: fc.integer({ min: 1024, max: 30_000 }), isShown })
      .map((more) => defined<Thinking>({ kind: 'budget', ...more })),
    adaptive: fc
      .record({ effort: fc.option(effort, { nil: undefined }), isShown })
      .map((more) => defined<Thinking>({ kind: 'adaptive', ...more })),
    off: fc.constant({ kind: 'off' }),
  }
  return fc.oneof(...(features.thinking ?? []).map((kind) => all[kind]))
}

function arbitraryFormat(features: RequestFeatures): fc.Arbitrary<ResponseFormat> {
  const all: Record<ResponseFormat['kind'], fc.Arbitrary<ResponseFormat>> = {
    text: fc.constant({ kind: 'text' }),
    json: fc.constant({ kind: 'json' }),
    json_schema: fc
      .record({
        schema,
        name: features.schemaNames ? word : fc.constant(undefined),
        description: maybe(features.schemaNames, text),
        strict: maybe(features.schemaNames, fc.boolean()),
      })
      .map((more) => defined<ResponseFormat>({ kind: 'json_schema', ...more })),
  }
  return fc.oneof(...(features.responseFormats ?? []).map((kind) => all[kind]))
}

const toolChoice = (tools: Tool[]): fc.Arbitrary<ToolChoice> =>
  fc.oneof(
    fc.constantFrom<ToolChoice>({ kind: 'auto' }, { kind: 'none' }, { kind: 'required' }),
    fc.constantFrom(...tools.map((tool) => tool.name)).map((name) => ({ kind: 'named' as const, name })),
  )

const hundredths = (min: number, max: number) =>
  fc.integer({ min: min * 100, max: max * 100 }).map((value) => value / 100)

/** Includes 0 wherever 0 is a value. */
const settingValues: { [S in Setting]: fc.Arbitrary<NonNullable<ChatRequest[S]>> } = {
  maxOutputTokens: fc.integer({ min: 1, max: 100_000 }),
  temperature: hundredths(0, 1),
  topP: hundredths(0, 1),
  topK: fc.integer({ min: 1, max: 100 }),
  stop: fc.array(word, { minLength: 1, maxLength: 4 }),
  seed: fc.nat(1_000_000),
  presencePenalty: hundredths(-2, 2).map((value) => value + 0),
  frequencyPenalty: hundredths(-2, 2).map((value) => value + 0),
  n: fc.integer({ min: 2, max: 4 }),
  userId: word,
  serviceTier: fc.constantFrom('auto' as const, 'default' as const),
}

export function arbitraryRequest(features: RequestFeatures = {}): fc.Arbitrary<ChatRequest> {
  const settings = features.settings ?? ['maxOutputTokens', 'temperature', 'topP', 'stop']
  const values = Object.fromEntries(
    settings.map((setting) => [
      setting,
      fc.option(settingValues[setting] as fc.Arbitrary<unknown>, { nil: undefined }),
    ]),
  ) as Record<Setting, fc.Arbitrary<unknown>>
  const withTools = arbitraryTools(features).chain((tools) =>
    fc.record({
      tools: fc.constant(tools),
      toolChoice: fc.option(toolChoice(tools), { nil: undefined }),
      parallelToolCalls: maybe(features.parallelToolCalls, fc.boolean()),
    }),
  )
  return fc
    .record({
      model: word,
      messages: arbitraryMessages(features),
      isStream: fc.boolean(),
      isAsked: fc.boolean(),
      settings: fc.record(values),
      tools: fc.option(withTools, { nil: undefined }),
      responseFormat: features.responseFormats?.length
        ? maybe(true, arbitraryFormat(features))
        : fc.constant(undefined),
      thinking: features.thinking?.length ? maybe(true, arbitraryThinking(features)) : fc.constant(undefined),
    })
    .map(({ isAsked, settings: chosen, tools, ...rest }) => {
      const wantsUsage = features.wantsUsage ?? 'always'
      return defined<ChatRequest>({
        ...rest,
        ...defined<Partial<ChatRequest>>(chosen as Partial<ChatRequest>),
        ...defined<Partial<ChatRequest>>(tools ?? {}),
        wantsUsage: wantsUsage === 'always' || (wantsUsage === 'asked' && rest.isStream && isAsked),
      })
    })
}

export interface ResponseFeatures {
  /** Default: none. */
  reasoning?: ('text' | 'signed' | 'redacted')[]
  toolSignatures?: boolean
  refusals?: boolean
  /** Citations with a URL and a title on text. */
  citations?: boolean
  images?: boolean
  /** The maximum number of answers. Default 1. */
  choices?: number
  /** Default: stop, length, content_filter; tool_calls always where there are calls. */
  finishReasons?: FinishReason[]
  createdAt?: boolean
  /** Counts that the protocol can report. Default: inputText, cacheReadText, outputText. */
  usage?: (keyof Usage)[]
}

/** Usage with every count of `keys`; at least one input and one output token, reasoning within the output. */
export function arbitraryUsage(keys: (keyof Usage)[]): fc.Arbitrary<Usage> {
  const counts = Object.fromEntries(keys.map((key) => [key, fc.nat(5000)])) as Record<
    keyof Usage,
    fc.Arbitrary<number>
  >
  return fc.record(counts).map((made) => {
    const usage = { ...noUsage, ...made }
    usage.inputText += 1
    usage.outputText += usage.reasoning + 1
    return usage
  })
}

const citation: fc.Arbitrary<Citation> = fc
  .tuple(word, text)
  .map(([name, title]) => ({ url: `https://pages.example/${name}`, title }))

function arbitraryChoice(features: ResponseFeatures): fc.Arbitrary<Omit<ChatChoice, 'index'>> {
  const kinds: RequestFeatures = {}
  if (features.reasoning) kinds.reasoning = features.reasoning
  if (features.toolSignatures) kinds.toolSignatures = true
  if (features.refusals) kinds.refusals = true
  return fc
    .record({
      parts: assistantParts(kinds),
      citations: fc.array(citation, { maxLength: features.citations ? 2 : 0 }),
      image: maybe(features.images, imagePart({})),
      reason: fc.constantFrom(...(features.finishReasons ?? (['stop', 'length', 'content_filter'] as const))),
    })
    .map(({ parts, citations, image, reason }) => {
      const numbered = parts.map((part, at) =>
        part.kind === 'tool_call' ? { ...part, id: `call_${at}` } : part,
      )
      const spoken = numbered.find((part) => part.kind === 'text')
      if (spoken && citations.length > 0) spoken.citations = citations
      const firstCall = numbered.findIndex((part) => part.kind === 'tool_call')
      const hasCalls = firstCall >= 0
      if (image) numbered.splice(hasCalls ? firstCall : numbered.length, 0, image)
      const isRefused = numbered.some((part) => part.kind === 'refusal')
      return { parts: numbered, finishReason: hasCalls ? 'tool_calls' : isRefused ? 'refusal' : reason }
    })
}

export function arbitraryResponse(features: ResponseFeatures = {}): fc.Arbitrary<ChatResponse> {
  return fc
    .record({
      id: word,
      model: word,
      createdAt: features.createdAt ? fc.integer({ min: 1, max: 2_000_000_000 }) : fc.constant(0),
      choices: fc.array(arbitraryChoice(features), { minLength: 1, maxLength: features.choices ?? 1 }),
      usage: arbitraryUsage(features.usage ?? ['inputText', 'cacheReadText', 'outputText']),
    })
    .map((made) => ({ ...made, choices: made.choices.map((choice, index) => ({ index, ...choice })) }))
}

/**
 * A valid stream: the events of an answer, text cut anywhere, several answers interleaved, `part_end` sometimes left
 * out where another part follows. Two streams are equal when `assembleResponse` of both is equal.
 */
export function arbitraryEvents(features: ResponseFeatures = {}): fc.Arbitrary<ChatEvent[]> {
  return fc.tuple(arbitraryResponse(features), fc.infiniteStream(fc.nat(1000))).map(([response, random]) => {
    const draw = (below: number): number => (random.next().value as number) % below
    const events = responseEvents(response)
    const choices = response.choices.map(({ index }) =>
      events
        .filter((event) => 'choice' in event && event.choice === index)
        .flatMap((event) => cutEvent(event, draw)),
    )
    const said: ChatEvent[] = []
    for (;;) {
      const left = choices.filter((queue) => queue.length > 0)
      const event = left[draw(Math.max(1, left.length))]?.shift()
      if (!event) break
      // Two parts of one kind never follow each other, so the end of a part may be implicit.
      if (event.kind !== 'part_end' || draw(2) === 0) said.push(event)
    }
    const start = events.filter((event) => event.kind === 'start')
    const close = events.filter((event) => event.kind === 'usage' || event.kind === 'end')
    return [...start, ...said, ...close]
  })
}

function cutEvent(event: ChatEvent, draw: (below: number) => number): ChatEvent[] {
  if (event.kind !== 'text' && event.kind !== 'reasoning' && event.kind !== 'tool_arguments') return [event]
  const letters = [...event.text]
  const at = draw(letters.length + 1)
  const pieces = [letters.slice(0, at).join(''), letters.slice(at).join('')].filter((piece) => piece !== '')
  return pieces.map((piece) => ({ ...event, text: piece }))
}
