import i18next from 'i18next'
import { showViewEnd } from './account-view.ts'
import { createApiClient } from './api-client.ts'
import { currentReader } from './message-reader.ts'
import { ownFetch } from './own-fetch.ts'
import { proveOwner } from './owner-proof.ts'
import { expireSession, sessionUser } from './session.ts'

/** The error catalogue is loaded with the first error. If that fails, the server's own message is shown. */
const catalogue = () => import('./error-message.ts').catch(() => null)

/** The only client of the console: it knows the session and the user's language. */
export const api = createApiClient({
  fetch: ownFetch,
  userId: () => sessionUser()?.id ?? null,
  language: () => i18next.resolvedLanguage ?? 'en',
  onViewEnded: showViewEnd,
  onUnauthorised: expireSession,
  proveOwner,
  messages: {
    unreachable: () => i18next.t('transport.unreachable', { ns: 'errors' }),
    expired: () => i18next.t('transport.expired', { ns: 'errors' }),
    keyInAddress: () => i18next.t('transport.keyInAddress', { ns: 'errors' }),
    tooManyRequests: (seconds) => {
      if (seconds <= 0) return i18next.t('transport.tooManyRequests', { ns: 'errors' })
      const isShort = seconds < 120
      const count = isShort ? seconds : Math.ceil(seconds / 60)
      return i18next.t(`transport.tooManyRequests${isShort ? 'Seconds' : 'Minutes'}`, { ns: 'errors', count })
    },
    internal: () => i18next.t('transport.internal', { ns: 'errors' }),
    demoSite: () => i18next.t('transport.demoSite', { ns: 'errors' }),
    other: (message) => i18next.t('transport.other', { ns: 'errors', message }),
    localise: async (refusal) =>
      (await catalogue())?.localiseRefusal(refusal, currentReader()) ?? {
        message: refusal.message ?? '',
        fields: { ...refusal.fields },
      },
  },
})
