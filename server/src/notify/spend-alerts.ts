import { apiTokensPerUserMax } from '@sluice/contract/api-token'
import { dayMs } from '@sluice/contract/durations'
import { parseLimits } from '@sluice/contract/limits'
import { tokenStatus } from '@sluice/contract/roles'
import type { LedgerWatcher } from '../ledger/ledger.ts'
import { languageFor } from '../platform/accepted-language.ts'
import { createCollector } from '../platform/collector.ts'
import { createGrowingCache } from '../platform/growing-cache.ts'
import { describeError } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { countEvent } from '../store/counted-events.ts'
import { type AlertedRow, findAlerted, listAlertedKeys } from '../store/notices.ts'
import { sumUsageHours } from '../store/usage-hours.ts'
import { type Alert, keyAlertsOf, monthAlertOf, type SpendByDay, unusualAlertOf } from './find-alerts.ts'
import { buildAlertNotice } from './notice-texts.ts'
import type { Notices } from './notices.ts'
import { type AlertSettings, alertSettingsOf, hasAlerts, parseUserSetting } from './user-setting.ts'

/** Notifies accounts of what they spend, as they asked for. */
export interface SpendAlerts {
  userCharged: LedgerWatcher['userCharged']
  /** Resolves when the accounts of all reported settlements are checked. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** An account is checked once in this time, however many calls it makes. */
const checkEveryMs = 30_000
const accountsPerRound = 500
const knownMax = 100_000
const knownTtlMs = 600_000
/** Longer than any period: a mark of a limit lasts until the limit changes. */
const markMs = 366 * dayMs

/**
 * Checks the accounts that were charged, some time after the charge. An alert is sent once for its cause and period:
 * a mark in the database ensures that for all nodes. An account without alerts costs one look at its settings.
 */
export function createSpendAlerts({
  db,
  state,
  clock,
  log,
  secretBox,
  notices,
}: Services<'db' | 'state' | 'clock' | 'log' | 'secretBox'> & {
  notices: Pick<Notices, 'add' | 'deliverSoon'>
}): SpendAlerts {
  /** Accounts that want no alerts. */
  const without = createGrowingCache<number, true>(knownMax, { ttl: knownTtlMs })
  const unsubscribe = state.subscribe((change) => {
    if (change.kind === 'user') without.delete(change.id)
    else if (change.kind === 'missed') without.clear()
  })
  const charged = createCollector<number, true>({
    waitMs: checkEveryMs,
    merge: () => true,
    work: (entries) => check(entries.map(([userId]) => userId)),
    onError: (error) => log.warn({ error: describeError(error) }, 'alerts could not be checked'),
  })

  async function check(userIds: number[]): Promise<void> {
    // The others have their turn in the next round.
    for (const userId of userIds.slice(accountsPerRound)) charged.add(userId, true)
    const accounts = await findAlerted(db, userIds.slice(0, accountsPerRound))
    for (const account of accounts) {
      const settings = alertSettingsOf(parseUserSetting(account.setting))
      if (!hasAlerts(settings)) without.set(account.id, true)
      else await checkAccount(account, settings)
    }
  }

  async function checkAccount(account: AlertedRow, settings: AlertSettings): Promise<void> {
    const now = clock.now()
    const { QuotaPerUnit } = state.current().options
    const found: Alert[] = []
    if (settings.monthQuota > 0 || settings.unusual) {
      const days = await spendByDay(account.id, now)
      if (settings.monthQuota > 0) found.push(...monthAlertOf(days, { now, amount: settings.monthQuota }))
      if (settings.unusual) found.push(...unusualAlertOf(days, { now, dollar: QuotaPerUnit }))
    }
    if (settings.keys) found.push(...(await keyAlerts(account.id, now)))
    let isQueued = false
    for (const alert of found) if (await queue(account, alert)) isQueued = true
    if (isQueued) notices.deliverSoon()
  }

  async function spendByDay(userId: number, now: number): Promise<SpendByDay> {
    // A month with the fourteen days before it.
    const fromAt = Math.floor(now / dayMs) * dayMs - 45 * dayMs
    const step = { lengthMs: dayMs, offsetMs: 0 }
    const sums = await sumUsageHours(
      db,
      { fromAt, untilAt: now + 1, userId },
      { columns: [], step, amounts: ['quota'] },
    )
    return new Map(sums.map(({ at, quota }) => [at, quota]))
  }

  async function keyAlerts(userId: number, now: number): Promise<Alert[]> {
    const keys = await listAlertedKeys(db, userId, apiTokensPerUserMax)
    const limited = keys
      .filter(({ status }) => status === tokenStatus.enabled || status === tokenStatus.exhausted)
      .map((key) => ({ ...key, limits: parseLimits(key.limits) }))
      .filter(({ isUnlimited, limits }) => !isUnlimited || limits.spend_day || limits.spend_month)
    if (limited.length === 0) return []
    const hasPeriod = limited.some(({ limits }) => limits.spend_day || limits.spend_month)
    const days = hasPeriod ? await keySpendByDay(userId, now) : new Map<number, SpendByDay>()
    return limited.flatMap((key) => keyAlertsOf(key, { days: days.get(key.id) ?? new Map(), now }))
  }

  async function keySpendByDay(userId: number, now: number): Promise<Map<number, SpendByDay>> {
    const today = new Date(now)
    const fromAt = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1)
    const step = { lengthMs: dayMs, offsetMs: 0 }
    const sums = await sumUsageHours(
      db,
      { fromAt, untilAt: now + 1, userId },
      { columns: ['token_id'], step, amounts: ['quota'] },
    )
    const byToken = Map.groupBy(sums, ({ token_id }) => token_id)
    return new Map([...byToken].map(([id, found]) => [id, new Map(found.map(({ at, quota }) => [at, quota]))] as const))
  }

  /** Writes the mark and the notice together. Returns false if the account was notified already. */
  async function queue(account: AlertedRow, alert: Alert): Promise<boolean> {
    const now = clock.now()
    const markOf = (mark: string) => ({
      keyHash: secretBox.lookup(`${account.id} ${mark}`, 'alerts of spend'),
      limit: 1,
      now,
      resetsAt: now + markMs,
    })
    const notice = buildAlertNotice(alert, state.current().options, languageFor(account))
    return await db.transaction().execute(async (trx) => {
      if ((await countEvent(trx, markOf(alert.mark))) !== null) return false
      // A key that passed two marks at once has one notice.
      for (const mark of alert.lesserMarks) await countEvent(trx, markOf(mark))
      await notices.add(account.id, notice, trx)
      return true
    })
  }

  return {
    userCharged({ userId }) {
      if (!without.has(userId)) charged.add(userId, true)
    },
    idle: () => charged.idle(),
    async close() {
      unsubscribe()
      await charged.close()
    },
  }
}
