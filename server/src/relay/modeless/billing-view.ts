import { isOneOf } from '@sluice/contract/typed-keys'
import { GatewayError } from '../../core/errors.ts'
import { findApiToken } from '../../store/api-tokens.ts'
import { findUser } from '../../store/users.ts'
import type { Caller } from '../call/caller.ts'
import type { RelayCall } from '../call/relay-call.ts'
import type { RelayTools } from '../relay-tools.ts'
import { identify } from './models.ts'

const paths = /^(?:\/v1)?\/dashboard\/billing\/(\w+)$/

const billingViews = ['subscription', 'usage'] as const
export type BillingView = (typeof billingViews)[number]

/** The view of a path; null for other paths. */
export function billingViewOf(pathname: string): BillingView | null {
  const view = paths.exec(pathname)?.[1]
  return isOneOf(billingViews, view) ? view : null
}

/** The value that clients read as "no limit". */
const unlimited = 100_000_000

interface Figures {
  remain: number
  used: number
  isUnlimited: boolean
  /** Milliseconds; null = never. */
  expiresAt: number | null
}

/**
 * The money endpoints of OpenAI's clients: the limit of the key, or its usage in hundredths. Dates in the request are
 * ignored. The options decide between currency and quota, and between the token and its owner.
 */
export async function showBilling(tools: RelayTools, call: RelayCall, view: BillingView): Promise<Response> {
  const { caller, snapshot } = await identify(tools, call)
  const { DisplayInCurrencyEnabled, DisplayTokenStatEnabled, QuotaPerUnit } = snapshot.options
  const figures = await readFigures(tools, caller, DisplayTokenStatEnabled)
  const amountOf = (quota: number) => (DisplayInCurrencyEnabled ? quota / QuotaPerUnit : quota)
  if (view === 'usage') {
    // Hundredths of the shown amount, without floating-point noise.
    return Response.json({ object: 'list', total_usage: Number((amountOf(figures.used) * 100).toFixed(6)) })
  }
  const limit = figures.isUnlimited ? unlimited : amountOf(figures.remain + figures.used)
  return Response.json({
    object: 'billing_subscription',
    has_payment_method: true,
    soft_limit_usd: limit,
    hard_limit_usd: limit,
    system_hard_limit_usd: limit,
    access_until: figures.expiresAt === null ? 0 : Math.floor(figures.expiresAt / 1000),
  })
}

/** Read from the database, because the cached token holds no amounts. */
async function readFigures(
  { dependencies: { db } }: RelayTools,
  { tokenId, userId, expiresAt }: Pick<Caller, 'tokenId' | 'userId' | 'expiresAt'>,
  isOfToken: boolean,
): Promise<Figures> {
  if (isOfToken && tokenId !== null) {
    const token = await findApiToken(db, { id: tokenId, userId })
    if (!token) throw new GatewayError('invalid_api_key')
    return {
      remain: token.remain_quota,
      used: token.used_quota,
      isUnlimited: token.unlimited_quota !== 0,
      expiresAt,
    }
  }
  const user = await findUser(db, userId)
  if (!user) throw new GatewayError('invalid_api_key')
  return { remain: user.quota, used: user.used_quota, isUnlimited: false, expiresAt }
}
