import type { AdmittedCall } from '../call/relay-call.ts'
import { messageCountOf } from '../call/state-owner.ts'
import { formatPlace } from '../formats/upstream-format.ts'
import { inFormat } from './choose-passage.ts'
import { operationOf } from './operations.ts'
import type { Attempt } from './passage.ts'

/** An upstream's refusal of an attempt. */
interface Refusal {
  status: number
  text: string
}

/** An attempt that follows a refused one. */
interface Amended {
  readonly attempt: Attempt
  /** It was answered, which proves the reason of the refusal. */
  proven(): void
}

/** The second tries after a refusal, and what a server learned of its channels by them. */
export interface Amendments {
  /** Channels that refused the hidden usage request. */
  readonly withoutStreamUsage: ReadonlySet<number>
  /** Channels without the second format of their provider. */
  readonly withoutFormat: ReadonlySet<string>
  /** The attempt that may be accepted instead; null = the refusal stands. */
  amend(call: AdmittedCall, attempt: Attempt, refusal: Refusal): Promise<Amended | null>
  /** The attempt with a token that replaces the refused one; null = it has none, or that was tried before. */
  renewToken(attempt: Attempt): Attempt | null
}

interface Memory {
  withoutStreamUsage: Set<number>
  withoutFormat: Set<string>
  /** Drops the token of an attempt; false if it uses no exchanged token. */
  dropToken(attempt: Attempt): boolean
}

/** A reason why the same account of the channel may accept a call that it has refused. */
interface Amendment {
  /** The attempt that follows the refused one; null = this is not the reason. */
  amend(
    call: AdmittedCall,
    attempt: Attempt,
    refusal: Refusal,
    memory: Memory,
  ): Attempt | null | Promise<Attempt | null>
  /** The amended attempt was answered, which proves the reason. */
  proven?(attempt: Attempt, memory: Memory): void
}

/** The host does not know the option with which the gateway asks for the usage of a stream. */
const withoutStreamUsage: Amendment = {
  amend(_call, attempt, { status, text }, memory) {
    if (!attempt.hidesUsage || status !== 400 || !text.includes('stream_options')) return null
    memory.withoutStreamUsage.add(attempt.channel.id)
    return { ...attempt, hidesUsage: false }
  },
}

/** The channel's custom host lacks the path of the provider's second format. */
const inFirstFormat: Amendment = {
  amend(call, attempt, { status, text }, memory) {
    const { channel, provider, format, upstreamModel } = attempt
    const { format: first, formatFor } = provider
    const isSecond = operationOf(call.target).isChat && format.id !== first && formatFor !== undefined
    const isUnknownPath = (status === 404 || status === 405) && format.parseError(text)?.code !== 'model_not_found'
    // OpenAI itself serves both, and a stored answer exists in only one format.
    if (!isSecond || !isUnknownPath || channel.baseUrl === null || call.request.storedBy !== undefined) return null
    // A channel may be configured for the second format only.
    if (first !== 'own' && provider.formatFor?.(channel, first, upstreamModel) !== first) return null
    const amended = { ...attempt, ...inFormat(call, attempt, first) }
    return { ...amended, hidesUsage: amended.passage.hidesUsage(call, amended, memory.withoutStreamUsage) }
  },
  // If both formats are refused, the path is not the cause.
  proven: ({ channel }, memory) => memory.withoutFormat.add(formatPlace(channel)),
}

/** A token may be revoked before its end; if its replacement is refused too, the key is at fault. */
const withRenewedToken: Amendment = {
  amend: (_call, attempt, { status }, memory) => (status === 401 ? renewed(attempt, memory) : null),
}

function renewed(attempt: Attempt, { dropToken }: Memory): Attempt | null {
  if (attempt.isTokenRenewed === true || !dropToken(attempt)) return null
  return { ...attempt, token: undefined, isTokenRenewed: true }
}

/** Words of an error about a signed thought. */
const aboutState = /signature|thinking|thought|encrypted_content/i

/** The conversation's opaque state belongs to another account. */
const withoutForeignState: Amendment = {
  async amend(call, attempt, { status, text }) {
    if (status !== 400 || !aboutState.test(text) || attempt.ownStateFrom === Number.POSITIVE_INFINITY) return null
    const stateless = { ...attempt, ownStateFrom: Number.POSITIVE_INFINITY }
    const bytesOf = (one: Attempt) => one.passage.prepare(call, one).bytes
    if (Buffer.compare(await bytesOf(attempt), await bytesOf(stateless)) === 0) return null
    const { channel, key } = attempt
    call.stateOwner.known = { channelId: channel.id, key, from: messageCountOf(call) }
    return stateless
  },
}

/** In the order in which they are tried. */
const inOrder: readonly Amendment[] = [withoutStreamUsage, inFirstFormat, withRenewedToken, withoutForeignState]

export function createAmendments(dropToken: Memory['dropToken']): Amendments {
  const memory: Memory = {
    withoutStreamUsage: new Set(),
    withoutFormat: new Set(),
    dropToken,
  }
  return {
    withoutStreamUsage: memory.withoutStreamUsage,
    withoutFormat: memory.withoutFormat,
    async amend(call, refused, refusal) {
      for (const { amend, proven } of inOrder) {
        const attempt = await amend(call, refused, refusal, memory)
        if (attempt) return { attempt, proven: () => proven?.(refused, memory) }
      }
      return null
    },
    renewToken: (attempt) => renewed(attempt, memory),
  }
}
