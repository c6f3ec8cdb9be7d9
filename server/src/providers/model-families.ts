import { isRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { moonshotSchemas, type SchemaDialect } from '../core/chat/fit-schema.ts'
import { jsonInstruction } from '../core/chat/json-instruction.ts'
import type { ChatExtensions, ReasoningField } from '../protocols/openai-chat/chat-rules.ts'
import { fitDeepseek, fitDoubao, fitGlm, fitGrok, fitKimi, fitUnthinking } from './family-fits.ts'
import { type Body, type FittedBody, type FittedCall, joinFits, unchanged, withFit } from './fit-body.ts'
import { fitTools } from './fit-tools.ts'
import type { Host } from './host-of.ts'
import type { FamilyId, Provider } from './provider.ts'

/** What follows from the model, on whatever channel it is called in Chat Completions. */
interface ModelFamily {
  id: FamilyId
  /** Examples, which a test looks up. */
  names: string
  pattern: RegExp
  /**
   * Reasoning of earlier turns. `ignored`: it is not sent. `taken`: it goes back with its message. `needed`: a tool
   * call without it is refused while the model thinks.
   */
  reasoning: 'ignored' | 'taken' | 'needed'
  /** Fields that the API of the maker refuses, with other values than OpenAI's; absent = none. */
  fit?(body: Body): FittedBody
  /** What it refuses in the parameters of functions; absent = what all do. */
  schemas?: SchemaDialect
  /** It has JSON mode but no schemas of answers: the schema becomes an instruction. */
  lacksJsonSchema?: true
}

// A name is matched from top to bottom, in lower case and without the publisher before the last `/`.
//
// deepseek: up to V3.1 the field was refused. mimo: https://platform.xiaomimimo.com/docs, as known on 2026-11-23.
export const families: readonly ModelFamily[] = [
  {
    id: 'other',
    names: 'deepseek-r1, deepseek-v3, DeepSeek-V3.1, deepseek-coder',
    pattern: /^deepseek-(r\d|v[12]|v3(?![.-]?[2-9](?!\d))|coder|llm|moe|math|vl|ocr|prover)/,
    reasoning: 'ignored',
  },
  {
    id: 'deepseek',
    names: 'deepseek-v4-pro, deepseek-v3.2, deepseek-chat',
    pattern: /^deepseek/,
    reasoning: 'needed',
    fit: fitDeepseek,
    lacksJsonSchema: true,
  },
  {
    id: 'kimi',
    names: 'kimi-k3, kimi-k2.6, kimi-k2-thinking, k3',
    pattern: /^(kimi-(k[3-9]|k2\.[5-9]|.*thinking|for-coding)|k[3-9](?![a-z\d]))/,
    reasoning: 'needed',
    fit: fitKimi,
    schemas: moonshotSchemas,
  },
  {
    id: 'other',
    names: 'moonshot-v1-8k, kimi-k2-0905-preview, kimi-latest',
    pattern: /^(moonshot-v1|kimi)/,
    reasoning: 'taken',
    fit: fitUnthinking,
    schemas: moonshotSchemas,
  },
  {
    id: 'glm',
    names: 'glm-5.2, GLM-4.6, glm-4.5-air',
    pattern: /^glm-(4\.[5-9]|z1|[5-9])/,
    reasoning: 'taken',
    fit: fitGlm,
    lacksJsonSchema: true,
  },
  {
    id: 'grok',
    names: 'grok-4.6, grok-build-0.1',
    pattern: /^grok-(4|[5-9]|build)(?!.*non-reasoning)/,
    reasoning: 'ignored',
    fit: fitGrok,
  },
  { id: 'other', names: 'grok-4.20-non-reasoning, grok-3', pattern: /^grok/, reasoning: 'ignored' },
  {
    id: 'doubao',
    names: 'doubao-seed-2-0-pro, seed-oss-36b-instruct',
    pattern: /^(doubao-(seed|.*thinking)|seed-oss)/,
    reasoning: 'taken',
    fit: fitDoubao,
  },
  { id: 'qwen', names: 'qwen3-max, qwen-plus, qwq-32b', pattern: /^(qwen|qwq|qvq)/, reasoning: 'taken' },
  { id: 'minimax', names: 'MiniMax-M3, minimax-m2.5', pattern: /^minimax-m\d/, reasoning: 'taken' },
  { id: 'hunyuan', names: 'hunyuan-t1-latest, Hunyuan-A13B-Instruct', pattern: /^(hunyuan|hy\d)/, reasoning: 'taken' },
  { id: 'other', names: 'mimo-v2-flash', pattern: /^mimo-v\d/, reasoning: 'needed' },
  {
    id: 'other',
    names: 'ernie-x1.1, ernie-5.1, step-3.5-flash, LongCat-Flash-Thinking, intern-s1, gpt-oss-120b',
    pattern: /^(ernie-(x\d|[5-9])|step-[3-9]|longcat|intern-s\d|gpt-oss)/,
    reasoning: 'taken',
  },
]

const rememberedMax = 2_000
const remembered = new Map<string, ModelFamily | null>()

/** The family of `model`; null = it has no rules here. */
export function familyOf(model: string): ModelFamily | null {
  const known = remembered.get(model)
  if (known !== undefined) return known
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  const family = families.find(({ pattern }) => pattern.test(name)) ?? null
  // Callers choose names, so the results are cached with a bound.
  if (remembered.size >= rememberedMax) remembered.clear()
  remembered.set(model, family)
  return family
}

/** The first family of an id, whose rules count for a host's own names without a row. */
const byId = new Map(families.toReversed().map((family) => [family.id, family]))

/** The family of a model at a host; null = none. */
const familyAt = ({ family }: Pick<Provider, 'family'>, model: string): ModelFamily | null =>
  familyOf(model) ?? (family && byId.get(family)) ?? null

/**
 * Whether the API that answers refuses what the maker's does. Hosts that run the weights themselves do not, and name
 * models with their publisher, `deepseek-ai/DeepSeek-V4-Pro`; the makers' own names have none.
 */
const isMakersApi = (host: Provider, { id }: ModelFamily, model: string): boolean =>
  host.family === id || (host.runsModels !== true && !model.includes('/'))

/** The extensions of OpenAI's format that a host takes for a model. */
export function extensionsFor(host: Host, model: string): ChatExtensions {
  const { takes } = host.provider
  const family = takes.reasoning === undefined ? familyAt(host.provider, model) : null
  if (family === null || family.reasoning === 'ignored' || host.reasoningField === null) return takes
  return {
    ...takes,
    reasoning: 'text',
    reasoningField: host.reasoningField,
    ...(family.reasoning === 'needed' && { needsReasoning: true }),
  }
}

/** The changes that a host, and a model at this host, need in a body of OpenAI's format; null = none. */
export function fitForOpenai(host: Host, bodyOf: () => Body, call: FittedCall): FittedBody | null {
  const { fitBody } = host.provider
  const family = call.operation === 'chat' ? familyAt(host.provider, call.upstreamModel) : null
  const isOneOfBoth = call.operation === 'chat' && host.refusesJsonBesideTools === true
  if (family === null && !fitBody && !isOneOfBoth) return null
  const body = bodyOf()
  const ofHost = isOneOfBoth ? fitJsonBesideTools(body) : unchanged
  const ofFamily = family ? fitToFamily(host, family, withFit(body, ofHost), call.upstreamModel) : unchanged
  const ofModel = ofHost === unchanged ? ofFamily : joinFits(ofHost, ofFamily)
  if (!fitBody) return ofModel
  // The host's changes come second, so they count where both change a field.
  return ofModel === unchanged ? fitBody(body, call) : joinFits(ofModel, fitBody(withFit(body, ofModel), call))
}

function fitToFamily({ provider, reasoningField }: Host, family: ModelFamily, body: Body, model: string): FittedBody {
  const fitted = isMakersApi(provider, family, model) ? fitToMaker(family, body) : unchanged
  if (family.reasoning === 'ignored' || reasoningField === null || provider.takes.reasoning !== undefined) return fitted
  const moved = fitReasoning(withFit(body, fitted), reasoningField)
  return moved === unchanged ? fitted : joinFits(fitted, moved)
}

function fitToMaker({ fit, schemas, lacksJsonSchema }: ModelFamily, body: Body): FittedBody {
  const fitted = fit?.(body) ?? unchanged
  const tools = schemas ? fitTools(body, 'chat', schemas) : unchanged
  const format = lacksJsonSchema ? fitJsonSchema(body) : unchanged
  return [tools, format].reduce((all, more) => (more === unchanged ? all : joinFits(all, more)), fitted)
}

/**
 * "This response_format type is unavailable now." https://api-docs.deepseek.com/guides/json_mode and
 * https://docs.z.ai/guides/capabilities/struct-output, as known on 2026-11-28
 */
function fitJsonSchema({ messages, response_format: wire }: Body): FittedBody {
  const { type, json_schema: described } = recordOf(wire)
  if (type !== 'json_schema' || !Array.isArray(messages)) return unchanged
  const content = jsonInstruction({ kind: 'json_schema', schema: recordOf(recordOf(described).schema) })
  return { ...unchanged, set: { response_format: { type: 'json_object' }, messages: withSystem(messages, content) } }
}

/** The functions stay, and the format becomes an instruction. */
function fitJsonBesideTools({ messages, tools, functions, response_format: wire }: Body): FittedBody {
  const { type, json_schema: described } = recordOf(wire)
  const hasTools = [tools, functions].some((list) => Array.isArray(list) && list.length > 0)
  if (!hasTools || !Array.isArray(messages) || (type !== 'json_object' && type !== 'json_schema')) return unchanged
  const schema = recordOf(recordOf(described).schema)
  const content = jsonInstruction(type === 'json_object' ? { kind: 'json' } : { kind: 'json_schema', schema })
  return { ...unchanged, set: { messages: withSystem(messages, content) }, remove: ['response_format'] }
}

/** Messages with one more instruction, after those at the start. */
function withSystem(messages: unknown[], content: string): unknown[] {
  const first = messages.findIndex((message) => !/^(system|developer)$/.test(textOf(recordOf(message).role)))
  const at = first < 0 ? messages.length : first
  return [...messages.slice(0, at), { role: 'system', content }, ...messages.slice(at)]
}

const reasoningFields: readonly ReasoningField[] = ['reasoning_content', 'reasoning']

/** Reasoning in the field that the host reads: clients send back the one that they know. */
function fitReasoning({ messages }: Body, field: ReasoningField): FittedBody {
  const other = reasoningFields.find((name) => name !== field)
  if (!Array.isArray(messages) || other === undefined) return unchanged
  const isMisplaced = (message: unknown): message is Record<string, unknown> =>
    isRecord(message) &&
    message.role === 'assistant' &&
    typeof message[other] === 'string' &&
    typeof message[field] !== 'string'
  if (!messages.some(isMisplaced)) return unchanged
  const fitted = messages.map((message: unknown) => {
    if (!isMisplaced(message)) return message
    const { [other]: text, ...rest } = message
    return { ...rest, [field]: text }
  })
  return { ...unchanged, set: { messages: fitted } }
}
