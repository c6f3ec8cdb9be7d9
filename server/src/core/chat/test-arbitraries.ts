import fc from 'fast-check'
import { defined } from '../json/defined.ts'
import type { ChatRequest, ResponseFormat, Thinking, Tool, ToolChoice } from './chat-request.ts'
import { arbitraryMessages, cacheMark, maybe, text, word } from './test-arbitrary-messages.ts'
import type { RequestFeatures, Setting } from './test-request-features.ts'

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
      isUsageRequested: fc.boolean(),
      settings: fc.record(values),
      tools: fc.option(withTools, { nil: undefined }),
      responseFormat: features.responseFormats?.length
        ? maybe(true, arbitraryFormat(features))
        : fc.constant(undefined),
      thinking: features.thinking?.length ? maybe(true, arbitraryThinking(features)) : fc.constant(undefined),
    })
    .map(({ isUsageRequested, settings: chosen, tools, ...rest }) => {
      const wantsUsage = features.wantsUsage ?? 'always'
      return defined<ChatRequest>({
        ...rest,
        ...defined<Partial<ChatRequest>>(chosen as Partial<ChatRequest>),
        ...defined<Partial<ChatRequest>>(tools ?? {}),
        wantsUsage: wantsUsage === 'always' || (wantsUsage === 'if_requested' && rest.isStream && isUsageRequested),
      })
    })
}
