import type { Services } from '../services.ts'
import { type ChannelNotices, createChannelNotices } from './channel-notices.ts'
import type { DeliveryDependencies } from './deliver-notice.ts'
import { createLowBalanceWatch, type LowBalanceWatch } from './low-balance.ts'
import { createNotices, type Notices } from './notices.ts'

/** All notifications that the server sends automatically. */
export interface Notify {
  notices: Notices
  lowBalance: LowBalanceWatch
  channelNotices: ChannelNotices
}

export function createNotify(deps: DeliveryDependencies & Services<'log'>): Notify {
  const notices = createNotices(deps)
  return {
    notices,
    lowBalance: createLowBalanceWatch({ ...deps, notices }),
    channelNotices: createChannelNotices({ ...deps, notices }),
  }
}
