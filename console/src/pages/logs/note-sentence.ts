import type { TextLanguage } from '@sluice/contract/error-in-language'
import { noteIn } from '@sluice/contract/log-notes'
import { formatPrice, type QuotaFormat } from '../../lib/format.ts'
import type { LogRow } from './parse-detail.ts'

/** The sentence of a row about no call in a language; the stored one where the row keeps no data for it. */
export const noteSentence = (
  { detail, content }: Pick<LogRow, 'detail' | 'content'>,
  language: TextLanguage,
  format: QuotaFormat,
): string => noteIn(language, detail.note, (quota) => formatPrice(quota, format)) ?? content
