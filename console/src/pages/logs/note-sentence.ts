import type { TextLanguage } from '@sluice/contract/error-in-language'
import { noteIn } from '@sluice/contract/log-notes'
import { formatPrice, type QuotaFormat } from '../../lib/format.ts'
import type { LogRow } from './parse-detail.ts'

/** The message of a row that is not a call, in a language; the stored one if the row has no data. */
export const noteSentence = (
  { detail, content }: Pick<LogRow, 'detail' | 'content'>,
  language: TextLanguage,
  format: QuotaFormat,
): string => noteIn(language, detail.note, (quota) => formatPrice(quota, format)) ?? content
