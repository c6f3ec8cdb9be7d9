import { type Json, listOf, textOf } from '../read-json.ts'

const known = new Set([
  'model',
  'messages',
  'system',
  'max_tokens',
  'stop_sequences',
  'stream',
  'tools',
  'tool_choice',
  'metadata',
  'temperature',
  'top_p',
  'top_k',
  'thinking',
  'output_config',
  'output_format',
  'service_tier',
  'cache_control',
  'context_management',
  'container',
  'mcp_servers',
])

/** Why Anthropic would refuse a body of `/v1/messages`; `signatures` are those it has issued. Null = it would not. */
export function refuseAnthropic(body: Json, signatures: ReadonlySet<string>): string | null {
  const extra = Object.keys(body).filter((field) => !known.has(field))
  if (extra.length > 0) return `${extra.join(', ')}: Extra inputs are not permitted`
  if (typeof body.max_tokens !== 'number' || body.max_tokens < 1) return 'max_tokens: Field required'
  return (
    refuseTools(body) ??
    refuseMessages(listOf(body.messages)) ??
    refuseThinking(body, signatures) ??
    refuseCacheMarks(body)
  )
}

function refuseTools({ tools }: Json): string | null {
  for (const { type, name, input_schema } of listOf(tools)) {
    if (typeof type === 'string' && type !== 'custom') continue
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(textOf(name)))
      return `tools: the name ${textOf(name)} does not match its pattern`
    if ((input_schema as Json | undefined)?.type !== 'object')
      return `tools: ${textOf(name)}: input_schema.type: Field required`
  }
  return null
}

const blocksOf = (message: Json): Json[] =>
  typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : listOf(message.content)

/** Results come first in the turn after their calls, one for each. */
function refuseMessages(messages: readonly Json[]): string | null {
  for (const [index, message] of messages.entries()) {
    const blocks = blocksOf(message)
    if (blocks.some((block) => block.type === 'text' && block.text === ''))
      return `messages.${index}: text content blocks must be non-empty`
    if (blocks.length === 0) return `messages.${index}: content must be non-empty`
    const uses = blocks.filter((block) => block.type === 'tool_use').map((block) => block.id)
    const next = messages[index + 1]
    const results = (next ? blocksOf(next) : [])
      .filter((block) => block.type === 'tool_result')
      .map((block) => block.tool_use_id)
    if (uses.some((id) => !results.includes(id)))
      return `messages.${index}: tool_use ids were found without tool_result blocks immediately after`
    if (results.some((id) => !uses.includes(id))) return `messages.${index + 1}: unexpected tool_use_id in tool_result`
  }
  return null
}

function refuseThinking(body: Json, signatures: ReadonlySet<string>): string | null {
  const messages = listOf(body.messages)
  for (const block of messages.flatMap(blocksOf))
    if (block.type === 'thinking' && !signatures.has(textOf(block.signature)))
      return 'Invalid `signature` in `thinking` block'
  const { type, budget_tokens } = (body.thinking ?? {}) as Json
  if (type !== 'enabled' && type !== 'adaptive') return null
  if (body.temperature !== undefined && body.temperature !== 1)
    return '`temperature` may only be set to 1 when thinking is enabled'
  if (body.top_k !== undefined) return '`top_k` must be unset when thinking is enabled'
  if (typeof budget_tokens === 'number' && budget_tokens >= Number(body.max_tokens))
    return '`max_tokens` must be greater than `thinking.budget_tokens`'
  const choice = (body.tool_choice as Json | undefined)?.type
  if (choice === 'any' || choice === 'tool') return 'Thinking may not be enabled when tool_choice forces tool use'
  const last = messages.findLast((message) => message.role === 'assistant')
  const blocks = last ? blocksOf(last) : []
  const isOpen = blocks.some((block) => block.type === 'tool_use')
  if (isOpen && blocks[0]?.type !== 'thinking' && blocks[0]?.type !== 'redacted_thinking' && type === 'enabled')
    return 'Expected `thinking` or `redacted_thinking`, but found `tool_use`, when `thinking` is enabled'
  return null
}

function refuseCacheMarks(body: Json): string | null {
  const marks = JSON.stringify(body).match(/"cache_control":\{/g)?.length ?? 0
  return marks > 4 ? `A maximum of 4 blocks with cache_control may be provided. Found ${marks}.` : null
}
