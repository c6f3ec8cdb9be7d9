import type { TaskPlatform } from '@sluice/contract/task'
import type { GatewayError } from '../core/errors.ts'
import type { TaskState } from '../core/tasks/task-report.ts'
import type { Made } from '../core/usage/served.ts'
import type { Usage } from '../core/usage/usage.ts'
import type { Caller } from '../relay/call/caller.ts'
import type { ChannelState, Snapshot } from '../state/snapshot.ts'
import type { TaskRow } from '../store/schema.ts'
import type { ChannelRequest } from './call-channel.ts'

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
  /** It is charged as one call, on any channel. */
  isOneCall: boolean
  /** How the channel does the task, or why it cannot. */
  fitOn(channel: ChannelState): TaskFit | GatewayError
}

/** A task as one channel does it. */
export interface TaskFit {
  /** What the task uses there; null = one call. */
  use: TaskUse | null
  orderWith(key: string): TaskOrder | Promise<TaskOrder>
}

/** What a task is charged by, apart from a fixed price for each call. */
export interface TaskUse {
  usage: Usage
  /** The upstream reports tokens: a price by tokens can be charged. */
  isByTokens: boolean
  made: Made
  /**
   * The pictures: their number, and the price of one relative to the standard one, for prices without conditions of
   * their own for sizes. Absent = it makes none.
   */
  pictures?: { n: number; factor: number }
}

/** The request that submits a task to one channel. */
export interface TaskOrder extends Pick<ChannelRequest, 'url' | 'headers' | 'body' | 'form'> {
  /** The upstream's name of the model. */
  upstreamModel?: string
  /**
   * Null when this is not an answer of such an upstream. An unsuccessful status then decides what it means; under
   * success, the task may exist.
   */
  readAnswer(answer: { status: number; text: string }): SubmitOutcome | null
  /** The task to store when the upstream may have received it without an answer; absent = the submission fails. */
  whenLost?(): AcceptedTask
}

export type SubmitOutcome = AcceptedTask | RefusedTask

export interface AcceptedTask {
  kind: 'accepted'
  code: number
  taskId: string
  state: TaskState
  end: 'success' | 'failure' | null
  /** The body for the client. `imageUrl` rewrites the picture address of a task that exists already. */
  answer(imageUrl: (raw: string) => string): Record<string, unknown>
  /** Of the answer to the client; absent = 200. */
  status?: number
  /** Names of everything that was left out of the client's request; absent = nothing. */
  dropped?: readonly string[]
  /** The first query of its state; absent = at once. */
  lookAfterMs?: number
}

export interface RefusedTask {
  kind: 'refused'
  code: number
  reason: string
  status: number
  /** An error of the gateway's API in place of the upstream's own answer. */
  answer: Record<string, unknown> | GatewayError
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
