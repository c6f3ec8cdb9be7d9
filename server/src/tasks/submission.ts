import type { TaskPlatform } from '@sluice/contract/task'
import type { TaskState } from '../core/tasks/task-report.ts'
import type { Caller } from '../relay/call/caller.ts'
import type { ChannelState, Snapshot } from '../state/snapshot.ts'
import type { TaskRow } from '../store/schema.ts'

/** The caller's request, read and checked. */
export interface Submission {
  platform: TaskPlatform
  action: string
  /** The names under which it may be listed and priced. The first one that a channel lists is used. */
  models: readonly string[]
  /** It is free, whatever its price: its follow-up is charged. */
  isFree: boolean
  /** The caller's text, for storage and screening. */
  prompt: string
  texts: readonly string[]
  /** The task that it follows up on; null = none. */
  parent: TaskRow | null
  /** The caller's notification address; null = none. */
  hook: string | null
  path: string
  bodyFor(channel: ChannelState): Record<string, unknown>
  /** Null when the text is not a valid answer of such an upstream. */
  readAnswer(text: string): SubmitOutcome | null
}

export type SubmitOutcome = AcceptedTask | RefusedTask

export interface AcceptedTask {
  kind: 'accepted'
  code: number
  taskId: string
  state: TaskState
  end: 'success' | 'failure' | null
  /** Status and body for the client. `imageUrl` rewrites the picture address of a task that exists already. */
  answer(imageUrl: (raw: string) => string): Record<string, unknown>
}

export interface RefusedTask {
  kind: 'refused'
  code: number
  reason: string
  status: number
  answer: Record<string, unknown>
  /** The upstream refused it for its own reasons: another upstream may accept it. */
  mayTryAnother: boolean
  /** Whether it is listed in the log of its platform. */
  isLogged: boolean
}

/** Reads a body. Throws GatewayError for mistakes of the caller. */
export type ReadSubmission = (
  body: Record<string, unknown>,
  by: { caller: Caller; snapshot: Snapshot },
) => Submission | Promise<Submission>
