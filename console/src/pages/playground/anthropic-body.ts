import { parseRecord } from '@sluice/contract/read-json'
import { isSent, type Settings, type Target } from './build-request.ts'
import type { Attachment, ChatMessage } from './message.ts'
import { buildParameters } from './model-parameters.ts'

/** Anthropic's wire wants a maximum. Without streaming its client refuses a much larger one. */
const maxTokensDefault = 4_096
const maxTokensMost = 16_384

/** The call of `buildRequest` in Anthropic's format, as far as that has the same parts. */
export function buildAnthropicBody(
  settings: Settings,
  { model, taken, outputMax }: Target & { outputMax: number | undefined },
  messages: readonly ChatMessage[],
): Record<string, unknown> {
  const { temperature, maxTokens, system } = settings
  const { reasoning_effort: effort, top_p, stop, response_format: format, tools } = buildParameters(settings, taken)
  const output = {
    ...(effort !== undefined && effort !== 'none' && { effort: effort === 'minimal' ? 'low' : effort }),
    ...(format && { format: { type: 'json_schema', schema: format.json_schema.schema } }),
  }
  return {
    model,
    max_tokens: maxTokens > 0 ? maxTokens : Math.min(outputMax ?? maxTokensDefault, maxTokensMost),
    ...(system.trim() !== '' && { system }),
    ...(temperature !== null && { temperature }),
    ...(top_p !== undefined && { top_p }),
    ...(stop && { stop_sequences: stop }),
    ...(Object.keys(output).length > 0 && { output_config: output }),
    ...(tools && {
      tools: tools.map(({ function: { name, description, parameters } }) => ({
        name,
        ...(description !== undefined && { description }),
        input_schema: parameters,
      })),
    }),
    messages: messages.filter(isSent).flatMap(turnsOf),
  }
}

function turnsOf(message: ChatMessage): object[] {
  const { role, content, toolCalls = [] } = message
  const attached =
    role === 'user' ? [...(message.files ?? []).flatMap(fileOf), ...(message.images ?? []).flatMap(pictureOf)] : []
  const blocks = [...attached, ...(content === '' ? [] : [{ type: 'text', text: content }])]
  if (toolCalls.length === 0) return [{ role, content: attached.length === 0 ? content : blocks }]
  const calls = toolCalls.map(({ id, name, arguments: written }) => ({
    type: 'tool_use',
    id,
    name,
    input: parseRecord(written) ?? {},
  }))
  const results = toolCalls.map(({ id, result = '' }) => ({ type: 'tool_result', tool_use_id: id, content: result }))
  return [
    { role, content: [...blocks, ...calls] },
    { role: 'user', content: results },
  ]
}

/** Sound is not part of this wire. */
function fileOf({ kind, name, data }: Attachment): object[] {
  if (kind === 'text') return [{ type: 'text', text: `${name}:\n\n${data}` }]
  if (kind === 'sound') return []
  return [{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data } }]
}

function pictureOf(url: string): object[] {
  const [, type, data] = /^data:(image\/[\w.+-]+);base64,(.*)$/.exec(url) ?? []
  return data === undefined ? [] : [{ type: 'image', source: { type: 'base64', media_type: type, data } }]
}
