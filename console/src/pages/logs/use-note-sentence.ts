import { useTranslation } from 'react-i18next'
import { currentReader } from '../../lib/message-reader.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { noteSentence } from './note-sentence.ts'
import type { LogRow } from './parse-detail.ts'

/** Formats the messages of rows that are not calls, in the language of the page. */
export function useNoteSentence() {
  useTranslation('errors')
  const format = useQuotaFormat()
  return (row: Pick<LogRow, 'detail' | 'content'>): string => noteSentence(row, currentReader(), format)
}
