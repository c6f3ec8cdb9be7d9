import type { Reason } from '@sluice/contract/error-reasons'
import { useTranslation } from 'react-i18next'
import { localiseReason, standAlone } from './error-message.ts'
import { errorTexts } from './error-texts.ts'

/** A reason as a sentence under its field. */
export function useReasonText(): (reason: Reason) => string {
  useTranslation('errors')
  return (reason) => standAlone(localiseReason(reason, errorTexts), reason)
}
