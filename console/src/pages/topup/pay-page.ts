import { languageOf } from '../../app/i18n.ts'
import { withBasePath } from '../../lib/base-path.ts'

/** The page of this site that leads the browser to the easy-pay gateway, in the console's language. */
export const payPageOf = (tradeNo: string, language: string | undefined): string =>
  withBasePath(`/api/user/pay/form?${new URLSearchParams({ trade_no: tradeNo, lang: languageOf(language) })}`)

/** In a new tab; in this one if the browser blocks it. */
export function openPayPage(page: string, target: '_self' | '_blank'): void {
  const opened = target === '_blank' ? window.open(page, '_blank') : null
  if (opened === null) location.assign(page)
  // The gateway's page is untrusted: it gets no reference to this one.
  else opened.opener = null
}
