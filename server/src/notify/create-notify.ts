import type { LedgerWatcher } from '../ledger/ledger.ts'
import type { Services } from '../services.ts'
import { type ChannelNotices, createChannelNotices } from './channel-notices.ts'
import type { DeliveryDependencies } from './deliver-notice.ts'
import { createLowBalanceWatch, type LowBalanceWatch } from './low-balance.ts'
import { createNotices, type Notices } from './notices.ts'
import { createSpendAlerts, type SpendAlerts } from './spend-alerts.ts'

/** All notifications that the server sends automatically. */
export interface Notify {
  notices: Notices
  lowBalance: LowBalanceWatch
  spendAlerts: SpendAlerts
  /** Of settlements. */
  userCharged: LedgerWatcher['userCharged']
  /** Ends the watches after what was reported to them. */
  close(): Promise<void>
  channelNotices: ChannelNotices
}

export function createNotify(deps: DeliveryDependencies & Services<'log'>): Notify {
  const notices = createNotices(deps)
  const lowBalance = createLowBalanceWatch({ ...deps, notices })
  const spendAlerts = createSpendAlerts({ ...deps, notices })
  return {
    notices,
    lowBalance,
    spendAlerts,
    userCharged(left) {
      lowBalance.userCharged(left)
      spendAlerts.userCharged(left)
    },
    async close() {
      await lowBalance.close()
      await spendAlerts.close()
    },
    channelNotices: createChannelNotices({ ...deps, notices }),
  }
}
