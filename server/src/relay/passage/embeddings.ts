import { GatewayError } from '../../core/errors.ts'
import { inputTotal } from '../../core/usage/usage.ts'
import { nextTurn } from '../../platform/in-turns.ts'
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
    const parse = () => wire.parse(readWhole(given))
    const build = (vectors: ReturnType<typeof parse>) =>
      calls.buildAnswer(vectors, { body, model, inputTokens: inputTotal(usage) })
    if (!given.read) return writeAnswer(given, build(parse()))
    // Each stage of a large answer in turns of its own.
    return nextTurn()
      .then(parse)
      .then((vectors) => nextTurn().then(() => build(vectors)))
      .then((built) => nextTurn().then(() => writeAnswer(given, built)))
  },
}

/** A provider that lists embeddings but has a format without them is a fault in the provider's definition. */
function sidesOf({ format }: AdmittedCall, { format: upstream, provider }: Way) {
  const { embeddingCalls: calls } = format
  const { embeddings: wire } = upstream
  if (calls && wire) return { calls, wire }
  const detail = `no embeddings between ${format.id} and ${upstream.id} of ${provider.id}`
  throw new GatewayError('channel_misconfigured', {}, { detail })
}
