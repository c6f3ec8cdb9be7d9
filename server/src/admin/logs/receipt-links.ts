import { makeReason } from '@sluice/contract/error-reasons'
import {
  type ReceiptLink,
  type ReceiptLinkRequest,
  receiptDaysDefault,
  type SharedReceipt,
} from '@sluice/contract/receipt'
import { logType } from '@sluice/contract/roles'
import { GatewayError } from '../../core/errors.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { mergeUserSetting, parseUserSetting } from '../../notify/user-setting.ts'
import { isEqualSecret } from '../../platform/secret-box.ts'
import type { Services } from '../../services.ts'
import type { UsageLogRow } from '../../store/schema.ts'
import { findUsageLog } from '../../store/usage-logs.ts'
import { findUser, isBanned, replaceSetting } from '../../store/users.ts'
import { buildCallFacts } from './build-usage-log.ts'
import { findEntry } from './entry.ts'
import { shownDetail } from './shown-detail.ts'

type Deps = Services<'db' | 'reports' | 'logStore' | 'ledger' | 'state' | 'clock' | 'secretBox'>

const daySeconds = 86_400
const purpose = 'receipt link'
const attemptsMax = 5

const gone = () => new GatewayError('not_found', { what: makeReason('receipt') })

/**
 * Links that show the receipt of one call to anyone who has them. A link contains the place of the row, its account and
 * its end, signed with the server's secret and a number of the account: a new number revokes all links of the account.
 */
export function createReceiptLinks(deps: Deps) {
  const { db, reports, logStore, clock, secretBox, state } = deps

  const sign = (payload: string, series: number) => secretBox.lookup(`${payload} ${series}`, purpose)

  async function seriesOf(userId: number): Promise<number> {
    const user = await findUser(db, userId)
    if (!user || isBanned(user)) throw gone()
    return parseUserSetting(user.setting).receipt_links
  }

  return {
    /** `userId`: whose rows may be shown; absent = of any account. Throws not_found, also for rows of other types. */
    async make(
      { id, created_at, days = receiptDaysDefault }: ReceiptLinkRequest,
      userId?: number,
    ): Promise<ReceiptLink> {
      const row = await findEntry(deps, { id, createdAt: created_at, userId })
      if (!isCall(row)) throw new GatewayError('not_found', { what: makeReason('logEntry') })
      const expiresAt = toSeconds(clock.now()) + days * daySeconds
      const payload = [row.id, row.created_at, row.user_id, expiresAt].map((part) => part.toString(36)).join('-')
      return { link: `${payload}.${sign(payload, await seriesOf(row.user_id))}`, expires_at: expiresAt }
    },

    /** Throws not_found for every link that does not work, whatever the reason. */
    async read(link: string): Promise<SharedReceipt> {
      const [payload = '', signature = '', ...rest] = link.split('.')
      const place = parsePayload(payload)
      if (place === null || rest.length > 0 || place.expiresAt < toSeconds(clock.now())) throw gone()
      if (!isEqualSecret(sign(payload, await seriesOf(place.userId)), signature)) throw gone()
      const span = { id: place.id, fromAt: place.createdAt, untilAt: place.createdAt + 1 }
      const row = await findUsageLog(reports, span, logStore)
      if (!row || row.user_id !== place.userId || !isCall(row)) throw gone()
      return buildSharedReceipt(row, place.expiresAt)
    },

    /** All links of the account stop working. */
    async revoke(userId: number): Promise<void> {
      for (let attempt = 0; attempt < attemptsMax; attempt++) {
        const user = await findUser(db, userId)
        if (!user) throw new GatewayError('not_logged_in')
        const next = parseUserSetting(user.setting).receipt_links + 1
        const to = mergeUserSetting(user.setting, { receipt_links: next })
        if (!(await replaceSetting(db, userId, { from: user.setting, to }))) continue
        await state.publish({ kind: 'user', id: userId })
        return
      }
      throw new GatewayError('server_overloaded', {}, { retryAfterSeconds: 1 })
    },
  }
}

export type ReceiptLinks = ReturnType<typeof createReceiptLinks>

const isCall = ({ type }: UsageLogRow): boolean => type === logType.consume || type === logType.error

interface Place {
  id: number
  createdAt: number
  userId: number
  expiresAt: number
}

function parsePayload(payload: string): Place | null {
  if (!/^[0-9a-z]{1,11}(-[0-9a-z]{1,11}){3}$/.test(payload)) return null
  const [id = 0, createdAt = 0, userId = 0, expiresAt = 0] = payload.split('-').map((part) => Number.parseInt(part, 36))
  return { id, createdAt, userId, expiresAt }
}

const buildSharedReceipt = (row: UsageLogRow, expiresAt: number): SharedReceipt => ({
  ...buildCallFacts(row),
  other: shownDetail(row.detail, 'link'),
  expires_at: expiresAt,
})
