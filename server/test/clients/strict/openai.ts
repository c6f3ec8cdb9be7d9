import { type Json, listOf, textOf } from '../read-json.ts'

const knownInChat = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'max_completion_tokens',
  'max_tokens',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'response_format',
  'reasoning_effort',
  'verbosity',
  'temperature',
  'top_p',
  'stop',
  'seed',
  'n',
  'user',
  'safety_identifier',
  'prompt_cache_key',
  'prompt_cache_retention',
  'store',
  'metadata',
  'service_tier',
  'presence_penalty',
  'frequency_penalty',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'modalities',
])
const knownInResponses = new Set([
  'model',
  'input',
  'instructions',
  'max_output_tokens',
  'max_tool_calls',
  'temperature',
  'top_p',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'text',
  'reasoning',
  'include',
  'previous_response_id',
  'store',
  'stream',
  'stream_options',
  'truncation',
  'service_tier',
  'metadata',
  'safety_identifier',
  'prompt_cache_key',
  'user',
  'prompt_cache_retention',
  'context_management',
  'client_metadata',
  'top_logprobs',
  'background',
])
const functionName = /^[a-zA-Z0-9_-]{1,64}$/

const refuseUnknownFields = (body: Json, known: ReadonlySet<string>): string | null => {
  const extra = Object.keys(body).filter((field) => !known.has(field))
  return extra.length > 0 ? `Unknown parameter: '${extra.join("', '")}'.` : null
}

/** Why OpenAI would refuse a body of `/v1/chat/completions`. Null = it would not. */
export function refuseChat(body: Json): string | null {
  const unknown = refuseUnknownFields(body, knownInChat)
  if (unknown) return unknown
  if (/^(?:gpt-5|o\d)/.test(textOf(body.model)) && body.max_tokens !== undefined)
    return "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
  for (const tool of listOf(body.tools)) {
    const name = textOf((tool.function as Json | undefined)?.name)
    if (!functionName.test(name)) return `Invalid 'tools.function.name': '${name}'`
  }
  const format = (body.response_format ?? {}) as Json
  const { schema, strict } = (format.json_schema ?? {}) as Json
  return (strict === true ? refuseStrictSchema(schema as Json) : null) ?? refuseToolResults(listOf(body.messages))
}

/** Each call has its result before the next message of another role. */
function refuseToolResults(messages: readonly Json[]): string | null {
  let open: unknown[] = []
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.includes(message.tool_call_id))
        return "messages with role 'tool' must be a response to a preceding message with 'tool_calls'."
      open = open.filter((id) => id !== message.tool_call_id)
      continue
    }
    if (open.length > 0) return `tool_call_ids did not have response messages: ${open.join(', ')}`
    open = listOf(message.tool_calls).map(({ id }) => id)
  }
  return open.length > 0 ? `tool_call_ids did not have response messages: ${open.join(', ')}` : null
}

/** Strict schemas list every property as required and allow no others. */
function refuseStrictSchema(schema: Json | undefined): string | null {
  if (schema?.type !== 'object') return null
  if (schema.additionalProperties !== false)
    return "Invalid schema: 'additionalProperties' is required to be supplied and to be false."
  const required = Array.isArray(schema.required) ? schema.required : []
  const missing = Object.keys((schema.properties ?? {}) as Json).filter((name) => !required.includes(name))
  return missing.length > 0 ? `Invalid schema: 'required' is missing '${missing.join("', '")}'.` : null
}

/** Why OpenAI would refuse a body of `/v1/responses`; `signatures` are the encrypted reasoning it has issued. */
export function refuseResponses(body: Json, signatures: ReadonlySet<string>): string | null {
  const unknown = refuseUnknownFields(body, knownInResponses)
  if (unknown) return unknown
  const format = ((body.text as Json | undefined)?.format ?? {}) as Json
  const refusal = format.strict === true ? refuseStrictSchema(format.schema as Json) : null
  if (refusal) return refusal
  const items = listOf(body.input)
  const calls = items.filter((item) => /_call$/.test(textOf(item.type))).map((item) => item.call_id)
  for (const item of items) {
    if (
      /_call_output$/.test(textOf(item.type)) &&
      !calls.includes(item.call_id) &&
      body.previous_response_id === undefined
    )
      return `No tool call found for function call output with call_id ${textOf(item.call_id)}.`
    if (
      item.type === 'reasoning' &&
      typeof item.encrypted_content === 'string' &&
      !signatures.has(item.encrypted_content)
    )
      return 'The encrypted content could not be verified.'
    if (item.type === 'item_reference' && !signatures.has(textOf(item.id)))
      return `Item with id '${textOf(item.id)}' not found.`
  }
  const results = items.filter((item) => /_call_output$/.test(textOf(item.type))).map((item) => item.call_id)
  const open = calls.filter((id) => id !== undefined && !results.includes(id))
  return open.length > 0 ? `No tool output found for function call ${open.join(', ')}.` : null
}
