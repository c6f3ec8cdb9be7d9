import { isRecord, type JsonRecord, recordsOf, textOf } from '@sluice/contract/read-json'
import { hostedToolsLeftOut } from '../core/chat/hosted-tools.ts'
import { type Body, type FitMessages, type FittedBody, joinFits, unchanged } from './fit-body.ts'
import { digestOf } from './hashes.ts'
import type { Provider } from './provider.ts'

/** What a host of Anthropic's Messages lacks of that format. */
export interface MessagesLacks {
  /** `metadata.user_id` may hold only 6 to 128 of `A-Za-z0-9_-`: any other text is replaced by its hash. */
  freeUserId?: true
  /** Fields of `cache_control`. */
  cacheFields?: readonly ('scope' | 'ttl')[]
  /** Top-level fields. */
  fields?: readonly string[]
  /** Fields of a tool. */
  toolFields?: readonly string[]
  /** Tools that the host itself would run, by the beginning of their types. */
  serverTools?: RegExp
  /** System turns within the conversation: they are the user's. */
  systemTurns?: true
  /** Beta features of clients: their header is not sent. */
  betas?: true
}

/** Fields that Anthropic alone serves. https://platform.claude.com/docs/en/api/messages, as known on 2026-11-28 */
const ofAnthropic = ['container', 'mcp_servers', 'context_management', 'inference_geo', 'speed', 'fallbacks']

/**
 * Hosts that serve their own models in this format, for agents. The user id is that of their other formats: "string
 * does not match pattern '^[a-zA-Z0-9_-]+$'" (https://github.com/deepseek-ai/DeepSeek-V3/issues/1277, read 2026-11-28),
 * 6 to 128 characters (https://docs.z.ai/api-reference/llm/chat-completion, as known on 2026-11-20).
 */
export const lacksOfCopies: MessagesLacks = {
  freeUserId: true,
  cacheFields: ['scope', 'ttl'],
  fields: ofAnthropic,
  toolFields: ['eager_input_streaming', 'defer_loading', 'allowed_callers', 'input_examples'],
  serverTools: /^(web_fetch|code_execution|tool_search|advisor|mcp_toolset)/,
  systemTurns: true,
  // DeepSeek ignores the header. https://api-docs.deepseek.com/guides/anthropic_api, read 2026-11-28
  betas: true,
}

/** It passes calls on to hosts of Claude. https://openrouter.ai/docs/api-reference/messages, as known on 2026-11-28 */
export const lacksOfOpenrouter: MessagesLacks = { freeUserId: true, cacheFields: ['scope'] }

/** Claude on other clouds; the fields differ between them. */
export const lacksOfClouds: MessagesLacks = {
  cacheFields: ['scope'],
  toolFields: ['eager_input_streaming'],
}

/** What a provider declares of a host with these lacks. */
export const lackingOf = (lacks: MessagesLacks): Pick<Provider, 'fitMessages' | 'lacksBetas'> => ({
  fitMessages: fitLacks(lacks),
  ...(lacks.betas && { lacksBetas: lacks.betas }),
})

/** The changes in a body for a host with these lacks. Throws GatewayError of the caller for a tool that it needs. */
export const fitLacks =
  (lacks: MessagesLacks): FitMessages =>
  (body) =>
    [fitFields(body, lacks), fitUser(body, lacks), fitTools(body, lacks), fitBlocks(body, lacks)].reduce(joinFits)

function fitFields(body: Body, { fields = [] }: MessagesLacks): FittedBody {
  const found = fields.filter((name) => body[name] !== undefined)
  return { ...unchanged, remove: found, lost: found.filter((name) => body[name] !== null) }
}

const opaque = /^[A-Za-z0-9_-]{6,128}$/

function fitUser({ metadata }: Body, { freeUserId }: MessagesLacks): FittedBody {
  if (freeUserId !== true || !isRecord(metadata) || typeof metadata.user_id !== 'string') return unchanged
  if (opaque.test(metadata.user_id)) return unchanged
  return { ...unchanged, set: { metadata: { ...metadata, user_id: digestOf(metadata.user_id) } } }
}

function fitTools({ tools }: Body, { toolFields = [], serverTools, cacheFields = [] }: MessagesLacks): FittedBody {
  if (!Array.isArray(tools)) return unchanged
  const isLacking = (tool: unknown) => isRecord(tool) && serverTools?.test(textOf(tool.type)) === true
  const kept = tools.filter((tool) => !isLacking(tool))
  const fitted = kept.map((tool: unknown) => withoutFields(withPlainMark(tool, cacheFields), toolFields))
  const missing = recordsOf(tools).filter(isLacking)
  const lost = hostedToolsLeftOut(
    missing.map(({ type }) => textOf(type)),
    kept.length > 0,
  )
  if (missing.length === 0 && fitted.every((tool, index) => tool === tools[index])) return unchanged
  return { set: { tools: fitted }, remove: [], lost }
}

/** The fields of the body that hold blocks. */
function fitBlocks(body: Body, { cacheFields = [], systemTurns }: MessagesLacks): FittedBody {
  const set: JsonRecord = {}
  const mark = withPlainMark(body, cacheFields)
  if (isRecord(mark) && mark !== body) set.cache_control = mark.cache_control
  const system = mapList(body.system, (block) => withPlainMark(block, cacheFields))
  if (system !== body.system) set.system = system
  const messages = mapList(body.messages, (message) => {
    if (!isRecord(message)) return message
    const content = mapList(message.content, (block) => withPlainMarks(block, cacheFields))
    const role = systemTurns && message.role === 'system' ? 'user' : message.role
    return content === message.content && role === message.role ? message : { ...message, role, content }
  })
  if (messages !== body.messages) set.messages = messages
  return Object.keys(set).length > 0 ? { ...unchanged, set } : unchanged
}

/** A list with each value mapped; itself if none changes. */
function mapList(list: unknown, map: (value: unknown) => unknown): unknown {
  if (!Array.isArray(list)) return list
  const mapped = list.map(map)
  return mapped.every((value, index) => value === list[index]) ? list : mapped
}

/** A block, and those inside it, with plain cache marks. */
function withPlainMarks(block: unknown, fields: readonly string[]): unknown {
  const plain = withPlainMark(block, fields)
  if (!isRecord(plain) || !Array.isArray(plain.content)) return plain
  const content = mapList(plain.content, (inner) => withPlainMark(inner, fields))
  return content === plain.content ? plain : { ...plain, content }
}

function withPlainMark(block: unknown, fields: readonly string[]): unknown {
  if (!isRecord(block) || !isRecord(block.cache_control)) return block
  const mark = withoutFields(block.cache_control, fields)
  return mark === block.cache_control ? block : { ...block, cache_control: mark }
}

function withoutFields(value: unknown, fields: readonly string[]): unknown {
  if (!isRecord(value) || fields.every((name) => value[name] === undefined)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !fields.includes(name)))
}
