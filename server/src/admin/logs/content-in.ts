import { isErrorCode } from '@sluice/contract/error-codes'
import { unpackParams } from '@sluice/contract/error-params'
import { isReasonCode, renderStored } from '@sluice/contract/messages/render'
import { parseRecord } from '@sluice/contract/read-json'
import { logType } from '@sluice/contract/roles'
import type { UsageLogDetail } from '@sluice/contract/usage-log'
import type { Language } from '../../platform/accepted-language.ts'
import type { AmountOptions } from '../../state/describe-amount.ts'
import { describeNote } from '../../state/write-note.ts'
import type { UsageLogRow } from '../../store/schema.ts'

export interface ContentReader {
  language: Language
  options: AmountOptions
}

/**
 * The message of a row in the language of its reader; the stored text if the row has no data for it.
 */
export function contentIn(
  { type, content, detail }: Pick<UsageLogRow, 'type' | 'content' | 'detail'>,
  { language, options }: ContentReader,
): string {
  // Most rows: the content is empty, and the detail is long.
  if (type === logType.consume) return content
  const { note, error } = parseDetail(detail)
  return describeNote(language, note, options) ?? describeError(language, error) ?? content
}

/** A detail that is not JSON has no data. */
const parseDetail = (detail: string): Pick<UsageLogDetail, 'note' | 'error'> => parseRecord(detail) ?? {}

function describeError(language: Language, error: UsageLogDetail['error']): string | null {
  // Without parameters the message is that of an upstream. The stored text is English.
  if (language === 'en' || error?.params === undefined || !isErrorCode(error.code)) return null
  const { code, params, param_reasons } = error
  const values = unpackParams({ params, param_reasons }, isReasonCode)
  return renderStored(language, 'errors', { code, params: values })
}
