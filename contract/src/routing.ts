/** How a group chooses among the channels that can take a call. */
export const routingStrategies = ['priority', 'cost', 'latency', 'busy'] as const
export type RoutingStrategy = (typeof routingStrategies)[number]

/** Why a channel was chosen. */
const choiceGrounds = [...routingStrategies, 'only', 'pinned', 'stored', 'affinity'] as const
export type ChoiceGround = (typeof choiceGrounds)[number]

/** Why a channel that lists the model is excluded from a call, for the moment or always. */
export const exclusionCodes = [
  'expired',
  'operation',
  'storage',
  'prompt_size',
  'other_account',
  'tried',
  'resting',
  'refused',
  'limited',
  'full',
] as const
export type ExclusionCode = (typeof exclusionCodes)[number]

/**
 * The result of the preference for the account that answered the conversation before. `gone`: its channel is switched
 * off or deleted; `group`: it does not serve the group and model of this call; `excluded`: it serves them, but not such
 * a call (the prompt is too long, and so on).
 */
const affinityResults = [
  'kept',
  'gone',
  'group',
  'excluded',
  'resting',
  'refused',
  'limited',
  'outranked',
  'failed',
] as const
export type AffinityResult = (typeof affinityResults)[number]

/** Channels that were passed over for one reason. */
export interface PassedOver {
  code: ExclusionCode
  count: number
  /** The first of them. */
  channels: readonly number[]
}

/** Why a channel was chosen and the others were not, as data. For administrators. */
export interface RouteWhy {
  by: ChoiceGround
  /** How many channels could have been chosen. */
  of: number
  priority: number
  weight: number
  /** Absent: no account answered the conversation before. */
  affinity?: AffinityResult
  /** The channel that answered it before, where another one was chosen. */
  former?: number
  passed?: PassedOver[]
}

/** Channels of one reason that are named. */
export const passedNamedMax = 5
