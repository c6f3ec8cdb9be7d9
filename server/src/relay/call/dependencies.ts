import type { Redis } from 'ioredis'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Ledger } from '../../ledger/ledger.ts'
import type { ChannelNotices } from '../../notify/channel-notices.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { TokenCounter } from '../../platform/token-counter/token-counter.ts'
import type { State } from '../../state/snapshot.ts'
import type { Database } from '../../store/schema.ts'

export interface RelayDependencies {
  db: Kysely<Database>
  ledger: Ledger
  state: State
  clock: Clock
  log: Logger
  config: Config
  secretBox: SecretBox
  tokenCounter: TokenCounter
  channelNotices: ChannelNotices
  /** Nodes share their counts through Redis, where there is one. */
  redis?: Redis | undefined
  /** From 0 (included) to 1 (excluded). */
  random: () => number
}
