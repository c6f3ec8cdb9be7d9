import { useTranslation } from 'react-i18next'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { noteSentence } from './note-sentence.ts'
import type { LogRow } from './parse-detail.ts'

/** Formats the messages of rows that are not calls, in the language of the page. */
export function useNoteSentence() {
  const { i18n } = useTranslation()
  const format = useQuotaFormat()
  const language = i18n.resolvedLanguage === 'en' ? 'en' : 'zh'
  return (row: Pick<LogRow, 'detail' | 'content'>): string => noteSentence(row, language, format)
}
