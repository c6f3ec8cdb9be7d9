import { useTranslation } from 'react-i18next'
import { localiseMessage } from '../../lib/error-message.ts'

/** The sentence of a logged error in the reader's language, where the catalogue has it. */
export function useErrorSentence() {
  const { t, i18n } = useTranslation('errors')
  return (code: string | undefined, sentence: string): string =>
    localiseMessage(code, sentence, (known, values) => {
      const key = `code.${known}`
      if (!i18n.exists(key, { ns: 'errors' })) return undefined
      return String(t(key as 'code.internal_error', { ns: 'errors', ...values }))
    })
}
