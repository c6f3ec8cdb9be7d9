import i18next from 'i18next'
import { showViewEnd } from './account-view.ts'
import { createApiClient } from './api-client.ts'
import { currentReader, hasErrorTexts } from './message-reader.ts'
import { ownFetch } from './own-fetch.ts'
import { proveOwner } from './owner-proof.ts'
import { expireSession, sessionUser } from './session.ts'

/** The error catalogue is loaded with the first error. If that fails, the server's own message is shown. */
async function loadCatalogue() {
  try {
    const [catalogue] = await Promise.all([import('./error-message.ts'), i18next.loadNamespaces('errors')])
    return hasErrorTexts() ? catalogue : null
  } catch {
    return null
  }
}

/** The only client of the console: it knows the session and the user's language. */
export const api = createApiClient({
  fetch: ownFetch,
  userId: () => sessionUser()?.id ?? null,
  language: () => i18next.resolvedLanguage ?? 'en',
  onViewEnded: showViewEnd,
  onUnauthorised: expireSession,
  proveOwner,
  messages: {
    unreachable: () => i18next.t('transport.unreachable'),
    expired: () => i18next.t('transport.expired'),
    keyInAddress: () => i18next.t('transport.keyInAddress'),
    tooManyRequests: (seconds) => {
      if (seconds <= 0) return i18next.t('transport.tooManyRequests')
      const isShort = seconds < 120
      const count = isShort ? seconds : Math.ceil(seconds / 60)
      return i18next.t(`transport.tooManyRequests${isShort ? 'Seconds' : 'Minutes'}`, { count })
    },
    internal: () => i18next.t('transport.internal'),
    demoSite: () => i18next.t('transport.demoSite'),
    other: (message) => i18next.t('transport.other', { message }),
    localise: async (refusal) =>
      (await loadCatalogue())?.localiseRefusal(refusal, currentReader()) ?? {
        message: refusal.message ?? '',
        fields: { ...refusal.fields },
      },
  },
})
