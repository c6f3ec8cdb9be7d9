import type { JsonRecord } from '@sluice/contract/read-json'
import { type RequestName, requests, schema } from './requests.ts'
import { pictureUrl } from './samples.ts'

/** What the upstream gets for a request. */
type Sent =
  | {
      body: JsonRecord
      /** The names in the header `x-sluice-dropped`. */
      dropped?: string
    }
  /** The caller gets status 400 with this text; the upstream gets nothing. */
  | { refused: string }

export type SentBodies = Readonly<Record<RequestName, Sent>>

/** How the body for a host of OpenAI's format differs from the client's. */
interface Change {
  set?: JsonRecord
  remove?: readonly string[]
  dropped?: string
}

/** Absent = the body passes as it is. */
export type HostChanges = Readonly<Partial<Record<RequestName, Change | { refused: string }>>>

export interface SentCases {
  /** What the provider gets for each request, in its own format. Absent = OpenAI's, with `changes`. */
  sent?: SentBodies
  changes?: HostChanges
}

/** What the provider gets for each request. */
export function sentBodiesOf({ sent, changes = {} }: SentCases): SentBodies {
  if (sent) return sent
  const entries = Object.entries(requests).map(([name, body]): [string, Sent] => {
    const change = changes[name as RequestName] ?? {}
    if ('refused' in change) return [name, change]
    const made: JsonRecord = { ...body, ...change.set }
    for (const field of change.remove ?? []) delete made[field]
    return [name, { body: made, ...(change.dropped !== undefined && { dropped: change.dropped }) }]
  })
  return Object.fromEntries(entries) as SentBodies
}

// What several hosts of OpenAI's format refuse, rename or limit, according to the pages that their folders name.

export const without = (name: string, set: JsonRecord = {}): Change => ({ remove: [name], dropped: name, set })
export const limitRenamed: Change = { set: { max_tokens: 100 }, remove: ['max_completion_tokens'] }
export const thinkingDisabled: Change = { set: { thinking: { type: 'disabled' } }, remove: ['reasoning_effort'] }
export const noTemperature: HostChanges = {
  temperature0: without('temperature'),
  temperature1: without('temperature'),
  temperature2: without('temperature'),
}
export const bytesOfImage: Change = {
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
export const schemaInstructed: Change = {
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
