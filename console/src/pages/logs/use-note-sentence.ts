import { noteFor } from '@sluice/contract/log-notes'
import type { Reader } from '@sluice/contract/messages/write-message'
import { useTranslation } from 'react-i18next'
import { formatPrice, type QuotaFormat } from '../../lib/format.ts'
import { currentReader } from '../../lib/message-reader.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import type { LogRow } from './log-rows.ts'

/** Formats the messages of rows that are not calls, in the language of the page. */
export function useNoteSentence() {
  useTranslation('errors')
  const format = useQuotaFormat()
  return (row: Pick<LogRow, 'detail' | 'content'>): string => noteSentence(row, currentReader(), format)
}

/** The message of a row that is not a call, in a language; the stored one if the row has no data. */
export const noteSentence = (
  { detail, content }: Pick<LogRow, 'detail' | 'content'>,
  reader: Reader,
  format: QuotaFormat,
): string => noteFor(reader, detail.note, (quota) => formatPrice(quota, format)) ?? content
