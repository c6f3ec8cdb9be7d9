import i18next from 'i18next'
import { createApiClient } from './api-client.ts'
import { errorTexts } from './error-texts.ts'
import { proveOwner } from './owner-proof.ts'
import { expireSession, sessionUser } from './session.ts'

/** The catalogue of errors comes with the first one; where it cannot be had, the server's own sentence stands. */
const catalogue = () => import('./error-message.ts').catch(() => null)

/** The one client of the console: knows the session and speaks the person's language. */
export const api = createApiClient({
  fetch: (url, init) => fetch(url, init),
  userId: () => sessionUser()?.id ?? null,
  language: () => i18next.resolvedLanguage ?? 'en',
  onUnauthorised: expireSession,
  proveOwner,
  messages: {
    unreachable: () => i18next.t('transport.unreachable', { ns: 'errors' }),
    expired: () => i18next.t('transport.expired', { ns: 'errors' }),
    keyInAddress: () => i18next.t('transport.keyInAddress', { ns: 'errors' }),
    tooManyRequests: (seconds) => {
      if (seconds <= 0) return i18next.t('transport.tooManyRequests', { ns: 'errors' })
      const [wait, count] = seconds < 120 ? ['Seconds', seconds] : ['Minutes', Math.ceil(seconds / 60)]
      return i18next.t(`transport.tooManyRequests${wait as 'Seconds' | 'Minutes'}`, { ns: 'errors', count })
    },
    internal: () => i18next.t('transport.internal', { ns: 'errors' }),
    demoSite: () => i18next.t('transport.demoSite', { ns: 'errors' }),
    other: (message) => i18next.t('transport.other', { ns: 'errors', message }),
    localise: async (refusal) =>
      (await catalogue())?.localiseMessage(refusal, errorTexts) ?? refusal.message ?? '',
    localiseReason: async (reason) => (await catalogue())?.localiseReason(reason, errorTexts) ?? reason,
  },
})
