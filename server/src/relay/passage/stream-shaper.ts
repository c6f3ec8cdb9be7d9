import type { PreparedValues } from '../../core/json/prepared-json.ts'
import type { OutputCounter } from '../../core/tokens/output-counter.ts'
import type { Usage } from '../../core/usage/usage.ts'
import type { SplitFrames } from '../../protocols/sse/frame-splitter.ts'
import type { Outgoing } from './outgoing-frames.ts'

/** The state of a complete stream at its end. */
interface StreamClose {
  /** The upstream's end marker; null when the end was proven in another way. */
  endFrame: Uint8Array | null
  /** The charged usage, for a client whose upstream reported none. */
  usage: Usage
}

/** Converts the upstream's stream to the client's. Records usage and end on the way. */
export interface StreamShaper {
  /** A promise where frames are large or screened. */
  pass(frames: SplitFrames): Outgoing | Promise<Outgoing>
  /** Takes a chunk that is one whole frame and passes unchanged; false = it must be split. Absent = all must be. */
  passWhole?(chunk: Uint8Array): boolean
  /** Prepares `pass` for the data of a large frame, read before; yields between steps. Absent = it needs nothing. */
  readAhead?(data: string, values: PreparedValues): Generator<void, void, void>
  /**
   * Reads what the last frames of a complete stream repeat, before the call is settled. Rejects where that is too
   * large: the stream then ends as a failed one. Absent = nothing is repeated.
   */
  prepareClose?(): Promise<void>
  /** The frames that close a complete stream for the client. A promise where they are large or screened. */
  close(close: StreamClose): Uint8Array | Promise<Uint8Array>
  /** The frame that ends a broken stream: the error, in the client's format. */
  fail(frame: string): Uint8Array
  /** Tokens that the upstream sent and the client did not get; absent = none. A promise where frames are large. */
  withheldTokens?(): number | Promise<number>
}

/** The tokens that the client got, of those that the upstream sent. */
export async function deliveredTokens(
  { tokens }: Pick<OutputCounter, 'tokens'>,
  { withheldTokens }: Pick<StreamShaper, 'withheldTokens'>,
): Promise<number> {
  const withheld = (await withheldTokens?.()) ?? 0
  return Math.max(0, tokens() - withheld)
}
