import type { CallOperation } from '../protocols/call-operation.ts'

export type Body = Readonly<Record<string, unknown>>

/** The changes that a host needs in a body. */
export interface FittedBody {
  /** Top-level fields to set. */
  set: Record<string, unknown>
  /** Top-level fields to leave out. */
  remove: readonly string[]
  /** Fields that have no effect, wholly or in part: the client finds their names in `x-sluice-dropped`. */
  lost: readonly string[]
}

export interface FittedCall {
  operation: CallOperation
  upstreamModel: string
  /** The channel's field `other`; absent = it has none. */
  other?: string
}

export type FitBody = (body: Body, call: FittedCall) => FittedBody

/** A call of Anthropic's Messages, for hosts that differ in its form. */
interface MessagesCall {
  upstreamModel: string
  isStream: boolean
  /** Names of the requested beta features. */
  betas: readonly string[]
}

export type FitMessages = (body: Body, call: MessagesCall) => FittedBody

/** `body` with the changes of a fit. */
export function withFit(body: Body, { set, remove }: FittedBody): Record<string, unknown> {
  const sent = { ...body, ...set }
  for (const name of remove) delete sent[name]
  return sent
}

/** How a host's fields differ from OpenAI's. */
export interface Dialect {
  /** Field of OpenAI → the host's name. If the body has both, the host's name wins. */
  rename?: Readonly<Record<string, string>>
  /** Fields that the host refuses. */
  refuses?: readonly string[]
  /** Value of a field → the value to send; undefined = the field is left out. */
  values?: Readonly<Record<string, (value: unknown) => unknown>>
  /** The host answers only streams: a plain call is sent as a stream, and the relay assembles the answer. */
  streamsOnly?: boolean
}

export const unchanged: FittedBody = { set: {}, remove: [], lost: [] }

/**
 * The changes that turn `body` into `dialect`. A field that is null has no effect: it stays, or is left out where the
 * host does not know its name.
 */
export function fitTo(
  { rename = {}, refuses = [], values = {}, streamsOnly = false }: Dialect,
  body: Body,
): FittedBody {
  const set: Record<string, unknown> =
    streamsOnly && body.stream !== true ? { stream: true, stream_options: { include_usage: true } } : {}
  const renamed: string[] = []
  const empty: string[] = []
  const lost: string[] = []
  for (const [name, value] of Object.entries(body)) {
    if (value === null && (refuses.includes(name) || rename[name] !== undefined)) empty.push(name)
    if (value === undefined || value === null) continue
    const target = rename[name] ?? name
    const sent = refuses.includes(name) ? undefined : (values[target] ?? same)(value)
    if (sent === undefined) lost.push(name)
    else if (target !== name) {
      renamed.push(name)
      if (body[target] === undefined || body[target] === null) set[target] = sent
    } else if (sent !== value) set[name] = sent
  }
  return { set, remove: [...renamed, ...empty, ...lost], lost }
}

const same = (value: unknown): unknown => value

/** Both changes; those of `more` win. */
export const joinFits = (fit: FittedBody, more: FittedBody): FittedBody => ({
  set: { ...fit.set, ...more.set },
  remove: [...fit.remove, ...more.remove],
  lost: [...fit.lost, ...more.lost],
})

/**
 * For a host that disables thinking by a field of its own, `off`: it replaces effort `none`, unless the body has that
 * field already.
 */
export function fitEffortNone(body: Body, off: Body): FittedBody {
  if (body.reasoning_effort !== 'none') return unchanged
  const isSet = Object.keys(off).some((name) => body[name] !== undefined && body[name] !== null)
  return { set: isSet ? {} : { ...off }, remove: ['reasoning_effort'], lost: [] }
}

/** `thinking` of hosts that follow Anthropic's field. */
export const thinkingDisabled: Body = { thinking: { type: 'disabled' } }

/** Clamps a number to the host's range; other values pass for the host to judge. */
export const within =
  (min: number, max: number) =>
  (value: unknown): unknown =>
    typeof value === 'number' ? Math.min(Math.max(value, min), max) : value
