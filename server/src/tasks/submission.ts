import type { TaskPlatform } from '@sluice/contract/task'
import type { TaskStanding } from '../core/tasks/task-report.ts'
import type { Caller } from '../relay/call/caller.ts'
import type { ChannelState, Snapshot } from '../state/snapshot.ts'
import type { TaskRow } from '../store/schema.ts'

/** What a caller wants to be done, read and checked. */
export interface Submission {
  platform: TaskPlatform
  action: string
  /** Names it may be listed and priced under; the first that a channel lists counts. */
  models: readonly string[]
  /** It is not charged, whatever its price: what follows it is. */
  isFree: boolean
  /** What the caller wrote, as it is stored and screened. */
  prompt: string
  texts: readonly string[]
  /** The task it follows; null = none. */
  parent: TaskRow | null
  /** Where the caller wants to be told how it goes; null = nowhere. */
  hook: string | null
  path: string
  bodyFor(channel: ChannelState): Record<string, unknown>
  /** Null when the text is no answer of such an upstream. */
  readAnswer(text: string): SubmitOutcome | null
}

export type SubmitOutcome = AcceptedTask | RefusedTask

export interface AcceptedTask {
  kind: 'accepted'
  code: number
  taskId: string
  standing: TaskStanding
  end: 'success' | 'failure' | null
  /** Status and body for the client; the picture of what was known already is put in its place by `imageUrl`. */
  answer(imageUrl: (raw: string) => string): Record<string, unknown>
}

export interface RefusedTask {
  kind: 'refused'
  code: number
  reason: string
  status: number
  answer: Record<string, unknown>
  /** Refused for the upstream's own sake: another one may take it. */
  mayTryAnother: boolean
  /** It stands in the log of its platform. */
  isLogged: boolean
}

/** Reads a body. Throws GatewayError of the caller. */
export type ReadSubmission = (
  body: Record<string, unknown>,
  by: { caller: Caller; snapshot: Snapshot },
) => Submission | Promise<Submission>
