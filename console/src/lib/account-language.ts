import { api } from './api.ts'
import { sessionUser } from './session.ts'

/** Has mails and notices to the account written in the language that was switched to. */
export function tellLanguage(chosen: string): void {
  if (sessionUser() === null) return
  // The console speaks the language all the same; the next switch tells it again.
  api('PUT /api/user/setting', { body: { language: chosen === 'zh' ? 'zh' : 'en' } }).catch(() => undefined)
}
