import type { StoredMessage } from '@sluice/contract/messages/catalogue'
import { asSentence, writeStored } from '@sluice/contract/messages/write-message'
import { useTranslation } from 'react-i18next'
import { currentReader } from '../../../lib/message-reader.ts'

/** A reason that was stored, as a sentence; its code if another version stored it. */
export function useStoredReason(): (reason: StoredMessage) => string {
  useTranslation('errors')
  return (reason) => {
    const reader = currentReader()
    const text = writeStored(reader, 'reasons', reason)
    return text === null ? reason.code : asSentence(reader, text)
  }
}
