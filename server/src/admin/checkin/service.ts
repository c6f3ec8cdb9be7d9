import { randomInt } from 'node:crypto'
import type { CheckinAward, CheckinOverview } from '@sluice/contract/checkin'
import { makeReason } from '@sluice/contract/error-reasons'
import { quota } from '@sluice/contract/quota'
import { logType } from '@sluice/contract/roles'
import { GatewayError } from '../../core/errors.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { buildNoteRow } from '../../ledger/build-note-row.ts'
import { checkinRef } from '../../ledger/entry-refs.ts'
import type { Services } from '../../services.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import { writeNote } from '../../state/write-note.ts'
import { hasCheckedIn, listCheckins, sumCheckins } from '../../store/checkins.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { refusedRequest } from '../refused-field.ts'

type CheckinDependencies = Services<'db' | 'state' | 'ledger' | 'clock'>

/** Throws checkin_disabled. `month` is `2026-11`; an unreadable one means the current month. */
export async function showCheckins(
  { db, state, clock }: CheckinDependencies,
  caller: ConsoleCaller,
  month: string,
): Promise<CheckinOverview> {
  const options = requireCheckin(state.current().options)
  const today = localDay(clock.now())
  const shown = chosenMonth(month, today)
  const [rows, total, isDone] = await Promise.all([
    listCheckins(db, caller.id, { first: `${shown}-01`, last: `${shown}-31` }),
    sumCheckins(db, caller.id),
    hasCheckedIn(db, caller.id, today),
  ])
  return {
    enabled: true,
    min_quota: options['checkin_setting.min_quota'],
    max_quota: options['checkin_setting.max_quota'],
    today,
    stats: {
      checked_in_today: isDone,
      checkin_count: rows.length,
      total_checkins: total.count,
      total_quota: total.quota,
      records: rows.map(({ day, quota: awarded }) => ({ checkin_date: day, quota_awarded: awarded })),
    },
  }
}

/** Awards the caller once a day, whatever runs in parallel. Throws checkin_disabled or checkin_done. */
export async function checkIn(
  deps: CheckinDependencies & Pick<AdminDependencies, 'turnstile'>,
  caller: ConsoleCaller,
  { turnstile, ip, requestId }: { turnstile: string; ip: string; requestId: string },
): Promise<CheckinAward> {
  const { ledger, state, clock } = deps
  await deps.turnstile.check('checkin', { token: turnstile, ip })
  const { options } = state.current()
  const amount = drawAward(requireCheckin(options))
  const at = clock.now()
  const day = localDay(at)
  const result = await ledger.post({
    ref: checkinRef(caller.id, day),
    userId: caller.id,
    kind: 'credit',
    amount: quota(amount),
    note: { code: 'checkin', params: { day } },
    row: buildNoteRow({
      type: logType.system,
      userId: caller.id,
      username: caller.username,
      groupName: caller.group,
      text: writeNote({ code: 'checked_in', params: { day, amount } }, options),
      at,
      requestId,
    }),
    source: { kind: 'checkin', day },
  })
  if (result === 'full') throw refusedRequest(makeReason('balanceTooHigh'))
  if (result !== 'done') throw new GatewayError('checkin_done')
  return { quota_awarded: amount, checkin_date: day }
}

function requireCheckin(options: OptionValues): OptionValues {
  if (!options['checkin_setting.enabled']) throw new GatewayError('checkin_disabled')
  return options
}

/**
 * Every amount from the minimum to the maximum is equally likely. If the stored bounds are reversed, the smaller one.
 */
function drawAward(options: OptionValues): number {
  const { 'checkin_setting.min_quota': least, 'checkin_setting.max_quota': most } = options
  return least < most ? randomInt(least, most + 1) : least
}

/** A day of the server's calendar (`2026-11-22`): that of its time zone, which `TZ` sets. */
export function localDay(ms: number): string {
  const date = new Date(ms)
  const month = String(date.getMonth() + 1).padStart(2, '0')
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, '0')}`
}

/** The month `asked` (`2026-11`), else that of `today`. */
export const chosenMonth = (asked: string, today: string): string =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : today.slice(0, 7)
