import { languageOf } from '../../app/i18n.ts'

/** Our page that takes the browser to the easy-pay gateway, in the language the console speaks. */
export const payPageOf = (tradeNo: string, language: string | undefined): string =>
  `/api/user/pay/form?${new URLSearchParams({ trade_no: tradeNo, lang: languageOf(language) })}`

/** In a tab of its own; in this one where the browser lets no other be opened. */
export function openPayPage(page: string, target: '_self' | '_blank'): void {
  const opened = target === '_blank' ? window.open(page, '_blank') : null
  if (opened === null) location.assign(page)
  // The gateway's page is somebody else's: it gets no hold of this one.
  else opened.opener = null
}
