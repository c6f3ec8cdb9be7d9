import type { Reason } from '@sluice/contract/error-reasons'
import { useTranslation } from 'react-i18next'
import { standAlone } from './error-message.ts'
import { currentReader } from './message-reader.ts'

/** A reason as a sentence under its field. */
export function useReasonText(): (reason: Reason) => string {
  useTranslation('errors')
  return (reason) => standAlone(currentReader(), reason)
}
