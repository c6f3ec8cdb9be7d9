import { useTranslation } from 'react-i18next'
import { localiseMessage } from '../../lib/error-message.ts'
import { errorTexts } from '../../lib/error-texts.ts'

/** The sentence of a logged error in the reader's language, where the catalogue has it. */
export function useErrorSentence() {
  useTranslation('errors')
  return (code: string | undefined, sentence: string): string => localiseMessage(code, sentence, errorTexts)
}
