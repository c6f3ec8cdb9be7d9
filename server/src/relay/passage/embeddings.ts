import { type ClientVector, encodeVector, readVector, type WireVector } from '../../core/embeddings.ts'
import { GatewayError } from '../../core/errors.ts'
import { inputTotal } from '../../core/usage/usage.ts'
import { finishInTurns } from '../../platform/in-turns.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { encodeForHost } from './host-changes.ts'
import { otherFormat, readWhole, writeAnswer } from './other-format.ts'
import type { Passage, Way } from './passage.ts'
import { jsonType, sentBody } from './sent-body.ts'

/** The fields in which clients state the purpose of the vectors. */
const purposeFields: ReadonlySet<string> = new Set(['input_type', 'taskType', 'task_type'])

/** Embeddings between two formats. */
export const embeddings: Passage = {
  ...otherFormat,
  // Vectors are numbers of 64 bits in any format.
  rewritesAnswer: () => false,
  prepare(call, attempt) {
    const { calls, wire } = sidesOf(call, attempt)
    const { request, unread } = calls.parse(call.request.body)
    const dropped = wire.takesPurpose ? unread.filter((name) => !purposeFields.has(name)) : unread
    const { bytes, lost } = encodeForHost(call, attempt, wire.build(request, attempt.upstreamModel))
    return sentBody(bytes, jsonType, [...dropped, ...lost])
  },
  answer(call, attempt, given, usage) {
    const { calls, wire } = sidesOf(call, attempt)
    const { body, model } = call.request
    const isBase64 = calls.wantsBase64?.(body) ?? false
    const found = wire.parse(readWhole(given))
    const build = (vectors: readonly ClientVector[]) =>
      writeAnswer(given, calls.buildAnswer(vectors, { body, model, inputTokens: inputTotal(usage) }))
    const vectors = clientVectors(found, isBase64)
    return given.read ? finishInTurns(listInSteps(vectors)).then(build, refuseTooLong) : build([...vectors])
  },
}

function* clientVectors(found: readonly WireVector[], isBase64: boolean): Generator<ClientVector> {
  for (const wire of found) {
    const vector = readVector(wire)
    yield isBase64 ? encodeVector(vector) : vector
  }
}

function* listInSteps<T>(values: Iterable<T>): Generator<void, T[], void> {
  const list: T[] = []
  for (const value of values) {
    list.push(value)
    yield
  }
  return list
}

function refuseTooLong(cause: unknown): never {
  throw cause instanceof RangeError ? new GatewayError('upstream_response_too_large', {}, { cause }) : cause
}

/** A provider that lists embeddings but has a format without them is a fault in the provider's definition. */
function sidesOf({ format }: AdmittedCall, { format: upstream, provider }: Way) {
  const { embeddingCalls: calls } = format
  const { embeddings: wire } = upstream
  if (calls && wire) return { calls, wire }
  const detail = `no embeddings between ${format.id} and ${upstream.id} of ${provider.id}`
  throw new GatewayError('channel_misconfigured', {}, { detail })
}
