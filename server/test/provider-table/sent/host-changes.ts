import type { JsonRecord } from '@sluice/contract/read-json'
import { requests, schema } from '../requests.ts'
import { pictureUrl } from '../row.ts'
import type { Change, HostChanges } from './sent.ts'

// What hosts of OpenAI's format refuse, rename or limit, according to the pages that their folders name.

const none: HostChanges = {}

const without = (name: string, set: JsonRecord = {}): Change => ({ remove: [name], dropped: name, set })
const limitRenamed: Change = { set: { max_tokens: 100 }, remove: ['max_completion_tokens'] }
const thinkingDisabled: Change = { set: { thinking: { type: 'disabled' } }, remove: ['reasoning_effort'] }
const noTemperature: HostChanges = {
  temperature0: without('temperature'),
  temperature1: without('temperature'),
  temperature2: without('temperature'),
}
const bytesOfImage: Change = {
  set: {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'image_url', image_url: { url: pictureUrl } },
        ],
      },
    ],
  },
}

/** JSON mode, with the schema as an instruction. */
const schemaInstructed: Change = {
  set: {
    messages: [
      {
        role: 'system',
        content: `Answer with JSON only, without any text around it. It must match this JSON Schema: ${JSON.stringify(schema)}`,
      },
      ...requests.jsonSchema.messages,
    ],
    response_format: { type: 'json_object' },
  },
}

/** Mistral takes ids of nine letters and digits. */
const shortIds: Record<string, string> = { call_one01: '78c3f6683', call_two02: '4187bccd0' }
const messagesWithShortIds: JsonRecord[] = JSON.parse(
  JSON.stringify(requests.toolResults.messages).replace(/call_\w+/g, (id) => shortIds[id] ?? id),
)

const byType: Readonly<Record<number, HostChanges>> = {
  17: { effortNone: { set: { enable_thinking: false }, remove: ['reasoning_effort'] } },
  18: {
    limit: limitRenamed,
    temperature0: { set: { temperature: 0.01 } },
    temperature2: { set: { temperature: 1 } },
  },
  25: { ...noTemperature, imageUrl: bytesOfImage, effortNone: thinkingDisabled },
  26: {
    toolNone: { remove: ['tools', 'tool_choice'] },
    toolRequired: without('tool_choice'),
    toolNamed: without('tool_choice'),
    stop: { set: { stop: ['END'] } },
    stops: { set: { stop: ['a'] }, dropped: 'stop' },
    limit: limitRenamed,
    temperature0: { set: { do_sample: false }, remove: ['temperature'] },
    temperature1: { set: { temperature: 0.99 } },
    temperature2: { set: { temperature: 0.99 } },
    effortNone: thinkingDisabled,
    jsonSchema: schemaInstructed,
  },
  35: { temperature0: { set: { temperature: 0.01 } }, temperature2: { set: { temperature: 1 } } },
  42: {
    toolRequired: { set: { tool_choice: 'any' } },
    toolResults: { set: { messages: messagesWithShortIds } },
    limit: limitRenamed,
    temperature2: { set: { temperature: 1.5 } },
    effortLow: { set: { reasoning_effort: 'high' } },
  },
  43: { ...noTemperature, effortNone: thinkingDisabled, jsonSchema: schemaInstructed },
  45: { effortNone: thinkingDisabled },
  48: { stop: without('stop'), stops: without('stop') },
}

const unchanged = [1, 3, 6, 7, 8, 9, 10, 12, 13, 19, 20, 22, 23, 31, 39, 40, 46, 47, 53]

/** By type; a type without an entry has none of OpenAI's format. */
export const hostChanges: Readonly<Record<number, HostChanges>> = {
  ...byType,
  ...Object.fromEntries(unchanged.map((type) => [type, none])),
  // Google's open models get images as bytes.
  41: { imageUrl: bytesOfImage },
}
