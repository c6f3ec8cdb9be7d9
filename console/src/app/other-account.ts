import i18next from 'i18next'
import { sessionUser } from '../lib/session.ts'
import { toastInfo } from '../lib/toasts.ts'

const changedUnder = 'account-changed'

/**
 * Loads the page again for the account that another tab has logged in. What was open, such as a form, is the former
 * account's, so the address goes without its query.
 */
export function reloadForAccount(): void {
  sessionStorage.setItem(changedUnder, 'true')
  location.replace(location.pathname)
}

/** Says after such a reload whose account this tab shows. */
export function tellOfAccount(): void {
  const isChanged = sessionStorage.getItem(changedUnder) !== null
  sessionStorage.removeItem(changedUnder)
  const user = sessionUser()
  if (isChanged && user !== null) toastInfo(i18next.t('shell:otherAccount', { name: user.username }))
}
