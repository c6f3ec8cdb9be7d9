import { isRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import type { Body, FitBody } from '../fit-body.ts'
import type { AgentFields, AgentFormat, AgentMessage, AgentSearch } from './wire.ts'

// https://github.com/perplexityai/api-platform-developers (migrate-sonar-to-agent-api), read 2026-11-23

/** Fields of the Agent API, which refuses all others, nested ones included. */
const accepted = new Set([
  'model',
  'models',
  'preset',
  'input',
  'instructions',
  'stream',
  'stream_options',
  'max_output_tokens',
  'max_steps',
  'max_tool_calls',
  'temperature',
  'top_p',
  'reasoning',
  'response_format',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'language_preference',
  'previous_response_id',
  'metadata',
  'store',
  'truncation',
  'skills',
])
/** Removed without a report: a field that the gateway added, and one that is sent under another name. */
const unreported = new Set(['include', 'text'])

const sonar = 'perplexity/sonar'
/**
 * Sonar model → preset that replaces it; null = none. The request also names the model, because a preset may select
 * another.
 */
const presets = tableOf<string | null>({
  sonar: null,
  'sonar-pro': 'low',
  'sonar-reasoning': 'low',
  'sonar-reasoning-pro': 'low',
  'sonar-deep-research': 'medium',
})

const efforts = new Set(['minimal', 'low', 'medium', 'high', 'xhigh', 'max'])

/** The limit for Anthropic's models, which require one. */
const outputDefault = 8_192

/** The body of a Responses call as the Agent API takes it. Sonar searches, unless the call forbids tools. */
export const fitAgentRequest: FitBody = (body, { upstreamModel }) => {
  const preset = presets[upstreamModel]
  const model = preset === undefined ? upstreamModel : sonar
  const remove = Object.keys(body).filter((name) => !accepted.has(name))
  const lost = remove.filter((name) => !unreported.has(name) && isGiven(body[name]))
  const { effort } = recordOf(body.reasoning)
  const keepsEffort = typeof effort === 'string' && efforts.has(effort)
  if (isGiven(body.reasoning) && !keepsEffort) remove.push('reasoning')
  const format = formatOf(body)
  if (format === null) lost.push('text.format')
  const isLimited = isGiven(body.max_output_tokens) || !model.startsWith('anthropic/')
  return {
    set: {
      model,
      ...(preset && !isGiven(body.preset) && { preset }),
      ...(keepsEffort && { reasoning: { effort } }),
      ...(format && { response_format: format }),
      ...(!isLimited && { max_output_tokens: outputDefault }),
      ...(Array.isArray(body.input) && { input: body.input.flatMap(fitItem) }),
      ...fitTools(body, model === sonar && !isGiven(body.preset)),
    } satisfies AgentFields,
    remove,
    lost,
  }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** The answer format in the form of Chat Completions; null = the API lacks it. */
function formatOf({ text }: Body): AgentFormat | null | undefined {
  const format = recordOf(text).format
  if (!isRecord(format) || format.type === 'text') return undefined
  if (format.type !== 'json_schema') return null
  const { name, schema, strict, description } = format
  return { type: 'json_schema', json_schema: { name, schema, strict, description } }
}

const search: AgentSearch = { type: 'web_search' }

function fitTools({ tools, tool_choice: choice }: Body, searches: boolean): Pick<AgentFields, 'tools' | 'tool_choice'> {
  const given = recordsOf(tools)
  const hasSearch = given.some(({ type }) => type === 'web_search')
  const sent = searches && !hasSearch && choice !== 'none' ? [...given, search] : given
  return {
    ...(sent !== given && { tools: sent }),
    ...(isRecord(choice) && choice.type === 'function' && { tool_choice: { name: choice.name } }),
  }
}

/** The input cannot hold reasoning, and earlier answers are plain text. */
function fitItem(item: unknown): unknown[] {
  if (!isRecord(item)) return [item]
  if (item.type === 'reasoning') return []
  if (!Array.isArray(item.content)) return [item]
  const parts = recordsOf(item.content)
  if (item.role === 'assistant') {
    const content = parts.map(({ text, refusal }) => textOf(text) + textOf(refusal)).join('')
    return [{ type: 'message', role: 'assistant', content } satisfies AgentMessage]
  }
  const content = parts.map(({ detail: _, ...part }) => part)
  return [{ type: 'message', role: item.role, content } satisfies AgentMessage]
}
