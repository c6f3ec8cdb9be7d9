import type { UsageLogDetail } from '@sluice/contract/usage-log'
import { useTranslation } from 'react-i18next'
import { localiseMessage } from '../../lib/error-message.ts'
import { readerOfCalls } from '../../lib/message-reader.ts'

/** The message of a logged error in the reader's language, if the catalogue has it. */
export function useErrorSentence() {
  useTranslation('errors')
  return (error: UsageLogDetail['error'], content: string): string => {
    const sentence = content || (error?.message ?? '')
    // The row may contain an upstream's own message under a code of the gateway.
    return error?.params ? localiseMessage({ ...error, message: sentence }, readerOfCalls()) : sentence
  }
}
