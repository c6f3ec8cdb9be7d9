import type { UsageLogDetail } from '@sluice/contract/usage-log'
import { useTranslation } from 'react-i18next'
import { localiseMessage } from '../../lib/error-message.ts'
import { errorTexts } from '../../lib/error-texts.ts'

/** The sentence of a logged error in the reader's language, where the catalogue has it. */
export function useErrorSentence() {
  useTranslation('errors')
  return (error: UsageLogDetail['error'], content: string): string => {
    const sentence = content || (error?.message ?? '')
    // What the row keeps may be an upstream's own sentence under a code of ours.
    return error?.params ? localiseMessage({ ...error, message: sentence }, errorTexts) : sentence
  }
}
