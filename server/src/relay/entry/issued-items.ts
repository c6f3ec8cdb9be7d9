import { type JsonRecord, listOf } from '@sluice/contract/read-json'
import type { Redis } from 'ioredis'
import { GatewayError } from '../../core/errors.ts'
import { patchJson } from '../../core/json/patch-json.ts'
import { readJsonInSteps } from '../../core/json/read-json-in-steps.ts'
import { scanJsonInSteps } from '../../core/json/scan-json.ts'
import { writeJsonInSteps } from '../../core/json/write-json-in-steps.ts'
import { finishInTurns, stepMax } from '../../platform/in-turns.ts'
import { createSharedMemory, type SharedMemory } from '../../platform/shared-memory.ts'
import { referenceOf } from '../../protocols/openai-responses/item-reference.ts'
import type { ClientBody } from '../call/relay-call.ts'

/**
 * Items of answers that were translated for a client of Responses. Such a client may refer to them by id in the next
 * turn instead of repeating them, as with an upstream that stores its answers.
 */
export interface IssuedItems {
  remember(userId: number, item: JsonRecord): void
  /** The body with the referenced items that were issued to this user. Throws GatewayError. */
  expand(userId: number, body: ClientBody, parsed: JsonRecord): Promise<{ body: ClientBody; parsed: JsonRecord }>
}

const day = 86_400
const idLengthMax = 200
/** The maximum size of an expanded body: a short body may refer to one long item many times. */
const expandedMax = 32 * 1_048_576

export function createIssuedItems(redis: Redis | undefined): IssuedItems {
  const memory = createSharedMemory({
    name: 'item',
    redis,
    sizeMax: 32 * 1_048_576,
    entrySizeMax: 1_048_576,
    ttlSeconds: day,
  })
  return {
    remember(userId, item) {
      if (typeof item.id === 'string') memory.set(`${userId}:${item.id}`, JSON.stringify(item))
    },
    expand: (userId, body, parsed) => expandReferences(memory, userId, body, parsed),
  }
}

async function expandReferences(memory: SharedMemory, userId: number, body: ClientBody, parsed: JsonRecord) {
  const input = listOf(parsed.input)
  const ids = input.map(issuedIdOf)
  const found = await Promise.all(ids.map((id) => (id === null ? null : memory.get(`${userId}:${id}`))))
  if (found.every((text) => text === null)) return { body, parsed }
  // A short body may refer to much, so that its size says nothing about the work.
  return await finishInTurns(expandInSteps(body, parsed, found))
}

function* expandInSteps(
  body: ClientBody,
  parsed: JsonRecord,
  found: readonly (string | null)[],
): Generator<void, { body: ClientBody; parsed: JsonRecord }, void> {
  const texts: Uint8Array[] = []
  const input: unknown[] = []
  let size = 0
  for (const [index, item] of listOf(parsed.input).entries()) {
    yield
    const issued = found[index] ?? null
    const text = issued === null ? yield* writeJsonInSteps(item, stepMax) : encoder.encode(issued)
    size += text.length + 1
    if (size > expandedMax) throw new GatewayError('request_too_large', { limit: expandedMax })
    texts.push(encoder.encode(index === 0 ? '[' : ','), text)
    input.push(issued === null ? item : yield* readJsonInSteps(text, stepMax))
  }
  texts.push(encoder.encode(']'))
  const bytes = patchJson(body.bytes, body.fields, { input: Buffer.concat(texts) })
  const scan = yield* scanJsonInSteps(bytes, stepMax)
  if (!scan.ok) throw new GatewayError('invalid_request', { reason: scan.reason })
  return { body: { ...body, bytes, fields: scan.fields }, parsed: { ...parsed, input } }
}

const encoder = new TextEncoder()

/** Whether a body refers to items by id. */
export const hasReferences = ({ input }: JsonRecord): boolean =>
  Array.isArray(input) && input.some((item) => issuedIdOf(item) !== null)

function issuedIdOf(item: unknown): string | null {
  const id = referenceOf(item)
  return id !== null && id.length <= idLengthMax ? id : null
}
