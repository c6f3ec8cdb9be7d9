import type { Reason } from '@sluice/contract/error-reasons'
import { useTranslation } from 'react-i18next'
import { localiseReason } from '../../lib/error-message.ts'
import { errorTexts } from '../../lib/error-texts.ts'

/** A reason as a sentence under its field. */
export function useReasonText(): (reason: Reason) => string {
  useTranslation('errors')
  return (reason) => {
    const text = localiseReason(reason, errorTexts)
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
}
