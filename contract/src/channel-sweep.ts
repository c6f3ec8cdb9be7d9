import { z } from 'zod'

/**
 * An action on all enabled channels, one after another: a test call, a balance update, or a question for its models.
 */
export const sweepKinds = ['test', 'balance', 'models'] as const
export type SweepKind = (typeof sweepKinds)[number]

/** `interrupted`: the process that ran it is gone. `idle`: there was none yet. */
export const sweepStates = ['idle', 'running', 'finished', 'cancelled', 'interrupted'] as const
export const sweepOutcomes = ['passed', 'failed', 'skipped'] as const
export type SweepOutcome = (typeof sweepOutcomes)[number]

const sweepResult = z.object({
  channel_id: z.number(),
  channel_name: z.string(),
  outcome: z.enum(sweepOutcomes),
  /** Why it failed or was skipped; '' = it passed. */
  message: z.string(),
  /** The model it was tested with; '' for a balance. */
  model: z.string(),
  /** Seconds. */
  time: z.number(),
  /** In `currency`; null where it is unknown. */
  balance: z.number().nullable(),
  currency: z.string(),
  /** The status change that the gateway made. */
  switched: z.enum(['', 'enabled', 'disabled']),
})
export type SweepResult = z.infer<typeof sweepResult>

/** The last sweep of a kind, on whichever node it runs. Times in Unix seconds; 0 = not yet. */
export const channelSweep = z.object({
  state: z.enum(sweepStates),
  total: z.number(),
  done: z.number(),
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  started_at: z.number(),
  finished_at: z.number(),
  /** Who started it; '' = the schedule. */
  started_by: z.string(),
  /** Failures first, then skipped channels; at most the requested number. */
  results: z.array(sweepResult),
})
export type ChannelSweep = z.infer<typeof channelSweep>

/** Maximum number of results in one answer. */
export const sweepResultsMax = 1_000
/** Default number of results in an answer. */
export const sweepResultsDefault = 100
