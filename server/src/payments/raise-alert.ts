import { render } from '@sluice/contract/messages/render'
import type { PaymentAlert } from '@sluice/contract/topup'
import { networkOf } from '../platform/client-address.ts'
import type { Services } from '../services.ts'
import { recordAlert } from '../store/payment-alerts.ts'
import type { Fault } from './check-epay-notification.ts'
import type { MessageOrigin } from './dependencies.ts'

export interface AlertSubject {
  gateway: PaymentAlert['gateway']
  /** '' = the message is not authentic. All such messages from one network are one alert. */
  tradeNo: string
  /** 0 = no order of this site. */
  userId: number
}

/** Records a gateway's message for administrators. */
export async function raiseAlert(
  { db, clock, log, secretBox }: Services<'db' | 'clock' | 'log' | 'secretBox'>,
  { reason, what }: Fault,
  { gateway, tradeNo: fullTradeNo, userId }: AlertSubject,
  { ip, requestId }: MessageOrigin,
): Promise<void> {
  const tradeNo = fullTradeNo.slice(0, 64)
  log.warn({ gateway, reason, tradeNo, userId, requestId }, 'a message of a payment gateway needs attention')
  const same = [gateway, reason, tradeNo || networkOf(ip)].join('\0')
  const fingerprint = secretBox.lookup(same, 'payment alert')
  const alert = {
    fingerprint,
    gateway,
    reason,
    trade_no: tradeNo,
    user_id: userId,
    detail: render('en', 'paymentFaults', what),
    fault: JSON.stringify(what),
    ip: ip.slice(0, 64),
  }
  await recordAlert(db, alert, clock.now())
}
