import i18next from 'i18next'
import { ownFetch } from '../../lib/own-fetch.ts'
import { expireSession, sessionUser } from '../../lib/session.ts'
import type { StreamDependencies } from './stream-chat.ts'

/** Network, time and messages of the browser. */
export const streamDependencies: StreamDependencies = {
  fetch: ownFetch,
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const give = () => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', give)
        resolve()
      }, ms)
      signal.addEventListener('abort', give, { once: true })
      if (signal.aborted) give()
    }),
  now: () => performance.now(),
  language: () => i18next.language,
  onUnauthorised: () => expireSession(sessionUser()?.id ?? null),
  sentences: {
    status: (status) => i18next.t('transport.other', { message: String(status) }),
    unreadable: () => i18next.t('stream.unreadable', { ns: 'playground' }),
    unreachable: () => i18next.t('transport.unreachable'),
    cut: () => i18next.t('stream.cut', { ns: 'playground' }),
  },
}
