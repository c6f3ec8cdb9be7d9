import { isLanguage } from '@sluice/contract/messages/languages'
import { api } from './api.ts'
import { sessionUser } from './session.ts'

/** Sets the language of mails and notices to the account. */
export function saveLanguage(chosen: string): void {
  if (sessionUser() === null) return
  // If this fails, the console still changes its language, and the next switch tries again.
  api('PUT /api/user/setting', { body: { language: isLanguage(chosen) ? chosen : 'en' } }).catch(() => undefined)
}
