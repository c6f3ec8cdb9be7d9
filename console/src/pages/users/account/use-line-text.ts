import type { StatementLine } from '@sluice/contract/user-statement'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format.ts'

const noteKeys = {
  adjusted_by: 'adjusted',
  checkin: 'checkin',
  gift_invited: 'giftInvited',
  gift_new_account: 'giftNew',
  imported: 'imported',
  invitation_earnings: 'invitations',
  order: 'order',
  order_reversal: 'reversal',
  redemption_code: 'code',
  set_up: 'setUp',
} as const

const isKnown = (code: string): code is keyof typeof noteKeys => Object.hasOwn(noteKeys, code)

/** What a line of a statement is about, in the reader's language. */
export function useLineText(): (line: StatementLine) => string {
  const { t } = useTranslation('account')
  return ({ kind, calls = 0, note }) => {
    if (kind === 'charges') return t('line.charges', { count: calls, number: formatNumber(calls) })
    // An account that an administrator made begins with a balance; nothing was adjusted.
    const isFirst = kind === 'initial' && note?.code === 'adjusted_by'
    if (note === null || isFirst || !isKnown(note.code)) return t(`line.${kind}`)
    return t(`note.${noteKeys[note.code]}`, note.params)
  }
}
