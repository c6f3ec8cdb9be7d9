import i18next from 'i18next'
import type { ErrorTexts } from './error-message.ts'

/** What the server says, in the language of the person. */
export const errorTexts: ErrorTexts = {
  sentence(code, values) {
    const key = `code.${code}`
    return i18next.exists(key, { ns: 'errors' })
      ? String(i18next.t(key as 'code.internal_error', { ns: 'errors', ...values }))
      : undefined
  },
  reason: (code, values) => i18next.t(`reason.${code}`, { ns: 'errors', ...values }),
  at: (entry, reason) => i18next.t('reasonAt', { ns: 'errors', entry, reason }),
}
