import { type CallCause, causeOfCall } from '@sluice/contract/call-causes'
import { useTranslation } from 'react-i18next'
import { capitalised } from '../../lib/capitalised.ts'
import { isFailed, type LogRow } from './log-rows.ts'

/** Why the call of an error row failed. */
export const causeOfRow = ({ detail: { error }, content }: LogRow): CallCause =>
  causeOfCall({ code: error?.code ?? '', status: error?.status ?? 0, message: content || (error?.message ?? '') })

/** The cause of a failed call as a sentence; '' for other rows. */
export function useCauseText() {
  const { t } = useTranslation('causes')
  return (row: LogRow): string => (isFailed(row) ? capitalised(t(`${causeOfRow(row)}.what`)) : '')
}
