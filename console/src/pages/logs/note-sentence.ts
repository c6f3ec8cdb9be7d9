import { noteFor } from '@sluice/contract/log-notes'
import type { Reader } from '@sluice/contract/messages/write-message'
import { formatPrice, type QuotaFormat } from '../../lib/format.ts'
import type { LogRow } from './parse-detail.ts'

/** The message of a row that is not a call, in a language; the stored one if the row has no data. */
export const noteSentence = (
  { detail, content }: Pick<LogRow, 'detail' | 'content'>,
  reader: Reader,
  format: QuotaFormat,
): string => noteFor(reader, detail.note, (quota) => formatPrice(quota, format)) ?? content
