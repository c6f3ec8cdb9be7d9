import advice from './advice.ts'
import checks from './checks.ts'
import findings from './findings.ts'
import mails from './mails.ts'
import notices from './notices.ts'
import payPage from './pay-page.ts'
import paymentFaults from './payment-faults.ts'
import shared from './shared.ts'
import site from './site.ts'
import words from './words.ts'

export default {
  ...shared,
  paymentFaults,
  mails,
  notices,
  payPage,
  site,
  words,
  checks,
  findings,
  advice,
}
