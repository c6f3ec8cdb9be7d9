import type { Kysely } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import { describeError, type Log } from '../platform/log.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { countEvent } from '../store/counted-events.ts'
import type { Database } from '../store/schema.ts'
import { findMarkedRoot } from '../store/users.ts'
import { buildChannelNotice, type ChannelChange } from './notice-texts.ts'
import type { Notices } from './notices.ts'

/** Tells the super administrator of channels that were switched without anybody doing it. */
export interface ChannelNotices {
  /** Never throws: what cannot be told is logged. */
  statusChanged(change: ChannelChange): Promise<void>
}

/** Notices of one channel and status within the window: one that flaps must not flood. */
const noticesMax = 2
const windowMs = 600_000

export function createChannelNotices({
  db,
  clock,
  log,
  secretBox,
  notices,
}: {
  db: Kysely<Database>
  clock: Clock
  log: Log
  secretBox: SecretBox
  notices: Notices
}): ChannelNotices {
  async function tell(change: ChannelChange): Promise<void> {
    const root = await findMarkedRoot(db)
    if (!root) return
    const notice = buildChannelNotice(change)
    const now = clock.now()
    const keyHash = secretBox.lookup(notice.type, 'limit channel notices')
    const window = { keyHash, limit: noticesMax, now, resetsAt: now + windowMs }
    if ((await countEvent(db, window)) !== null) return
    await notices.add(root.id, notice)
    notices.deliverSoon()
  }

  return {
    statusChanged: (change) =>
      tell(change).catch((error) =>
        log.warn({ channelId: change.id, error: describeError(error) }, 'a channel notice was not taken'),
      ),
  }
}
