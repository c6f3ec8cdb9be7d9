import { type Language, languageFor } from '../platform/accepted-language.ts'
import { describeError } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { countEvent } from '../store/counted-events.ts'
import { findMarkedRoot } from '../store/users.ts'
import type { Notice } from './notice.ts'
import {
  buildChannelNotice,
  buildModelNewsNotice,
  buildProposalsNotice,
  buildTestsDoneNotice,
  type ChannelChange,
  type ModelNews,
  type ProposalNews,
  type TestsDone,
} from './notice-texts.ts'
import type { Notices } from './notices.ts'

/**
 * Notifies the super administrator of channels that were enabled or disabled automatically, tests, changes of models
 * and proposed prices.
 */
export interface ChannelNotices {
  /** Never rejects: failures are logged. */
  statusChanged(change: ChannelChange): Promise<void>
  /** A requested test of all channels has finished. Never rejects. */
  testsDone(counts: TestsDone): Promise<void>
  /** A scheduled check found new or removed models. Never rejects. */
  modelsChanged(news: ModelNews): Promise<void>
  /** A scheduled look at a price list found changes that wait. Never rejects. */
  pricesProposed(news: ProposalNews): Promise<void>
}

/** The maximum notices of one channel and status within the window, for channels that change often. */
const noticesMax = 2
const windowMs = 600_000

export function createChannelNotices({
  db,
  clock,
  log,
  secretBox,
  notices,
}: Services<'db' | 'clock' | 'log' | 'secretBox'> & { notices: Notices }): ChannelNotices {
  async function notify(noticeFor: (language: Language) => Notice): Promise<void> {
    const root = await findMarkedRoot(db)
    if (!root) return
    const notice = noticeFor(languageFor(root))
    const now = clock.now()
    const keyHash = secretBox.lookup(notice.type, 'limit channel notices')
    const window = { keyHash, limit: noticesMax, now, resetsAt: now + windowMs }
    if ((await countEvent(db, window)) !== null) return
    await notices.add(root.id, notice)
    notices.deliverSoon()
  }

  return {
    statusChanged: (change) =>
      notify((language) => buildChannelNotice(change, language)).catch((error) =>
        log.warn({ channelId: change.id, error: describeError(error) }, 'a channel notice could not be queued'),
      ),
    modelsChanged: (news) =>
      notify((language) => buildModelNewsNotice(news, language)).catch((error) =>
        log.warn({ error: describeError(error) }, 'a notice of changed models could not be queued'),
      ),
    pricesProposed: (news) =>
      notify((language) => buildProposalsNotice(news, language)).catch((error) =>
        log.warn({ error: describeError(error) }, 'a notice of proposed prices could not be queued'),
      ),
    testsDone: (counts) =>
      notify((language) => buildTestsDoneNotice(counts, language)).catch((error) =>
        log.warn({ error: describeError(error) }, 'a notice of tested channels could not be queued'),
      ),
  }
}
