import type { IdentityDependencies } from '../identity/dependencies.ts'
import type { KnownDevices } from '../identity/known-devices.ts'
import type { OAuthEndpoints } from '../identity/oauth/identity-provider.ts'
import type { OneTimeCodes } from '../identity/one-time-codes.ts'
import type { Passkeys } from '../identity/passkeys.ts'
import type { SignInFlows } from '../identity/sign-in-flows.ts'
import type { Turnstile } from '../identity/turnstile.ts'
import type { ChannelNotices } from '../notify/channel-notices.ts'
import type { Mailer } from '../notify/mail.ts'
import type { Notices } from '../notify/notices.ts'
import type { WebhookRequests } from '../notify/send-webhook.ts'
import type { StripeApi } from '../payments/stripe-client.ts'
import type { JobRuns } from '../platform/job-runs.ts'
import type { Limiter } from '../platform/limiter.ts'
import type { NodeBoard } from '../platform/node-board.ts'
import type { GuardedRequest } from '../platform/outbound/guarded-request.ts'
import type { PriceProposals } from '../prices/price-proposals.ts'
import type { Person } from '../relay/call/relay-call.ts'
import type { LimitsView } from '../relay/limits/inspect-limits.ts'
import type { AnswerOwners } from '../relay/routing/answer-owners.ts'
import type { ChannelHealth } from '../relay/routing/channel-health.ts'
import type { Engine } from '../store/dialects/engine.ts'
import type { TaskFollower } from '../tasks/follow-task.ts'
import type { Upkeep } from '../upkeep/upkeep.ts'
import type { ListAnswers } from './list-answers.ts'

/** The dependencies of the management API. */
export interface AdminDependencies extends IdentityDependencies {
  engine: Engine
  knownDevices: KnownDevices
  signInFlows: SignInFlows
  passkeys: Passkeys
  /** Calls to identity providers. */
  outboundRequest: GuardedRequest
  oauthEndpoints: OAuthEndpoints
  codes: OneTimeCodes
  turnstile: Turnstile
  mailer: Mailer
  webhookRequests: WebhookRequests
  stripeApi: StripeApi
  channelNotices: ChannelNotices
  notices: Notices
  upkeep: Upkeep
  priceProposals: PriceProposals
  /** The scheduled work of this node. */
  jobRuns: Pick<JobRuns, 'list' | 'failures'>
  nodeBoard: Pick<NodeBoard, 'read'>
  /** Of this node. */
  channelHealth: ChannelHealth
  callLimits: LimitsView
  answerOwners: Pick<AnswerOwners, 'find'>
  taskFollower: Pick<TaskFollower, 'fail'>
  /** One counter per address for all routes marked critical. */
  criticalLimit: Limiter
  /** One counter per address for requests with API keys. */
  keyLimit: Limiter
  listAnswers: ListAnswers
  /** Makes a call of the API for models in the name of an account. */
  callModels(request: Request, person: Person): Promise<Response>
  isDatabaseReachable(): Promise<boolean>
  /** Delays answers whose duration must not reveal what happened; a real sleep unless a test counts the delays. */
  wait?: (ms: number) => Promise<unknown>
  version: string
  /** '' = unknown. */
  commit: string
  /** Milliseconds. */
  startedAt: number
}
