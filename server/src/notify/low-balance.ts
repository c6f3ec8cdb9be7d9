import { hourMs } from '@sluice/contract/durations'
import type { LedgerWatcher } from '../ledger/ledger.ts'
import { languageFor } from '../platform/accepted-language.ts'
import { createCollector } from '../platform/collector.ts'
import { createGrowingCache } from '../platform/growing-cache.ts'
import { describeError } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { type BalanceRow, findBalances, markEnough, markWarned } from '../store/notices.ts'
import { buildLowBalanceNotice } from './notice-texts.ts'
import type { Notices } from './notices.ts'
import { parseUserSetting } from './user-setting.ts'

/** Notifies accounts when a settlement leaves a low balance. */
export interface LowBalanceWatch {
  userCharged: LedgerWatcher['userCharged']
  /** Resolves when all reported settlements are processed. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Cached state of an account, so that most settlements need no query. */
interface Known {
  /** In quota units; null = the site's threshold. */
  threshold: number | null
  isLow: boolean
  warnedAt: number | null
}

const quietMs = 2 * hourMs
const checkEveryMs = 1_000
const knownMax = 100_000
const knownTtlMs = 600_000
const accountsPerCheck = 500

/**
 * Notifies once each time the balance falls below the threshold, at most once in two hours. Open holds count as
 * balance, so that a large hold causes no notice. A conditional update ensures one notice for all nodes.
 */
export function createLowBalanceWatch({
  db,
  state,
  clock,
  log,
  notices,
}: Services<'db' | 'state' | 'clock' | 'log'> & { notices: Pick<Notices, 'add' | 'deliverSoon'> }): LowBalanceWatch {
  const known = createGrowingCache<number, Known>(knownMax, { ttl: knownTtlMs })
  const unsubscribe = state.subscribe((change) => {
    if (change.kind === 'user') known.delete(change.id)
    else if (change.kind === 'missed') known.clear()
  })
  /** User id to the highest balance before a charge since the last check. */
  const charged = createCollector<number, number>({
    waitMs: checkEveryMs,
    merge: Math.max,
    work: check,
    onError: (error) => log.warn({ error: describeError(error) }, 'low balances could not be checked'),
  })

  const thresholdOf = (own: number | null): number => own ?? state.current().options.QuotaRemindThreshold
  const isQuiet = (warnedAt: number | null): boolean => warnedAt !== null && warnedAt > clock.now() - quietMs

  function needsCheck(userId: number, before: number, after: number): boolean {
    const account = known.get(userId)
    if (!account) return true
    const threshold = thresholdOf(account.threshold)
    if (account.isLow) return before >= threshold
    return after < threshold && !isQuiet(account.warnedAt)
  }

  async function check(entries: [userId: number, before: number][]): Promise<void> {
    for (let start = 0; start < entries.length; start += accountsPerCheck)
      await checkSome(new Map(entries.slice(start, start + accountsPerCheck)))
  }

  async function checkSome(befores: Map<number, number>): Promise<void> {
    const accounts = await findBalances(db, [...befores.keys()])
    const enough = accounts.filter((one) => {
      const highest = Math.max(one.balance, befores.get(one.id) ?? one.balance)
      return one.isLow && highest >= thresholdFor(one)
    })
    await markEnough(
      db,
      enough.map((one) => one.id),
    )
    for (const account of enough) account.isLow = false
    for (const account of accounts) {
      const isDue = account.balance < thresholdFor(account) && !account.isLow && !isQuiet(account.warnedAt)
      // If another node has sent the notice, the next settlement reads the new state.
      if (isDue && !(await warn(account))) known.delete(account.id)
      else remember(account)
    }
  }

  const thresholdFor = ({ setting }: BalanceRow): number =>
    thresholdOf(parseUserSetting(setting).quota_warning_threshold)

  function remember({ id, setting, isLow, warnedAt }: BalanceRow): void {
    known.set(id, { threshold: parseUserSetting(setting).quota_warning_threshold, isLow, warnedAt })
  }

  /** Writes the mark and the notice together. Returns false when the account was already notified. */
  async function warn(account: BalanceRow): Promise<boolean> {
    const now = clock.now()
    const notice = buildLowBalanceNotice(account.balance, state.current().options, languageFor(account))
    const isQueued = await db.transaction().execute(async (trx) => {
      if (!(await markWarned(trx, account.id, { now, notSince: now - quietMs }))) return false
      await notices.add(account.id, notice, trx)
      return true
    })
    if (!isQueued) return false
    Object.assign(account, { isLow: true, warnedAt: now })
    await state.publish({ kind: 'user', id: account.id })
    notices.deliverSoon()
    return true
  }

  return {
    userCharged({ userId, balance, charge }) {
      const before = balance + charge
      if (needsCheck(userId, before, balance)) charged.add(userId, before)
    },
    idle: () => charged.idle(),
    async close() {
      unsubscribe()
      await charged.close()
    },
  }
}
