import { GatewayError } from '../core/errors.ts'
import { type DeliveryDependencies, deliverNotice } from './deliver-notice.ts'
import { buildTestNotice } from './notice-texts.ts'
import { webhookTimeoutMs } from './send-webhook.ts'

/**
 * Sends a notice to test whether notices arrive. Throws notification_nowhere, mail_not_configured or
 * notification_failed. A webhook's failure is reported after the longest possible time, so that the duration does not
 * reveal more of the reason than the message.
 */
export async function sendTestNotification(
  deps: DeliveryDependencies & { wait?: (ms: number) => Promise<unknown> },
  userId: number,
): Promise<void> {
  const { clock, state, wait = Bun.sleep } = deps
  const begun = clock.monotonic()
  try {
    const site = state.current().options.SystemName
    await deliverNotice(deps, userId, (language) => buildTestNotice(site, language))
  } catch (error) {
    const isFailure = error instanceof GatewayError && error.code === 'notification_failed'
    if (isFailure) await wait(Math.max(0, webhookTimeoutMs - (clock.monotonic() - begun)))
    throw error
  }
}
