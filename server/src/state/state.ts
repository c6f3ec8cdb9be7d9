import { randomUUID } from 'node:crypto'
import { recordOf } from '@sluice/contract/read-json'
import type { Redis } from 'ioredis'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import { describeError, type Log } from '../platform/log.ts'
import { createSubscriber } from '../platform/redis.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { readCatalogue } from '../store/catalogue.ts'
import { readOptionText, writeOptionText } from '../store/options.ts'
import type { Database } from '../store/schema.ts'
import { buildRoutes } from './build-routes.ts'
import { buildCatalogue, type Catalogue } from './catalogue.ts'
import { createChannelLoader } from './load-channels.ts'
import { loadOptions } from './load-options.ts'
import type { Invalidation, Snapshot, State } from './snapshot.ts'
import { withChannelCosts } from './with-channel-costs.ts'

export interface StateDependencies {
  db: Kysely<Database>
  secretBox: SecretBox
  clock: Clock
  log: Log
  redis?: Redis
  /** How often a node without Redis checks for changes made elsewhere; 0 = never. */
  syncFrequencyMs: number
}

const parts = ['options', 'channels', 'catalogue'] as const
type Part = (typeof parts)[number]
/** Rows that change with every publication, so that a check is one small read. */
const revisionName = (part: Part): string => `$revision.${part}`

/** Writes a new revision, which every node reads within SYNC_FREQUENCY. Returns it. */
export async function noteChange(db: Kysely<Database>, part: Part, now: number): Promise<string> {
  const revision = randomUUID()
  await writeOptionText(db, { name: revisionName(part), value: revision, updatedAt: now })
  return revision
}
const redisChannel = 'sluice:invalidation'

/** This node's copy of options and channels. Resolves when the first snapshot is ready. */
export async function createState(deps: StateDependencies): Promise<State> {
  const { db, clock, log, redis } = deps
  const node = randomUUID()
  const listeners = new Set<(change: Invalidation) => void>()
  const loadChannels = createChannelLoader(deps)
  const seen = new Map<Part, string | undefined>()

  let snapshot = await readAll()
  let queue: Promise<void> = Promise.resolve()

  async function readAll(): Promise<Snapshot> {
    await noteRevisions(parts)
    const options = await loadOptions(deps)
    return assemble({ options, channels: await loadChannels(), catalogue: await loadCatalogue() })
  }

  async function loadCatalogue(): Promise<Catalogue> {
    return buildCatalogue(await readCatalogue(db))
  }

  function assemble(loaded: Pick<Snapshot, Part>): Snapshot {
    const loadedAt = clock.now()
    const options = withChannelCosts(loaded.options, loaded.channels)
    const hidden = options.GroupHiddenModels
    return { ...loaded, options, routes: buildRoutes(loaded.channels.values(), loadedAt, hidden), loadedAt }
  }

  /** Reads the revisions before the data, so that the next check detects a change in between. */
  async function noteRevisions(of: readonly Part[]): Promise<Part[]> {
    const changed: Part[] = []
    for (const part of of) {
      const revision = await readOptionText(db, revisionName(part))
      if (seen.get(part) !== revision) changed.push(part)
      seen.set(part, revision)
    }
    return changed
  }

  /** Reloads run one after another, so that an older read never replaces a newer one. */
  function reload(changed: readonly Part[]): Promise<void> {
    const run = queue.then(async () => {
      const options = changed.includes('options') ? await loadOptions(deps) : snapshot.options
      const channels = changed.includes('channels') ? await loadChannels() : snapshot.channels
      const catalogue = changed.includes('catalogue') ? await loadCatalogue() : snapshot.catalogue
      snapshot = assemble({ options, channels, catalogue })
    })
    queue = run.catch(() => undefined)
    return run
  }

  function notify(change: Invalidation): void {
    for (const listener of listeners) {
      try {
        listener(change)
      } catch (error) {
        log.error({ error: describeError(error) }, 'a listener of state changes failed')
      }
    }
  }

  async function applyChange(change: Invalidation): Promise<void> {
    if (change.kind === 'missed') return await applyMissed()
    if (isPart(change.kind)) await reload([change.kind])
    notify(change)
  }

  async function applyMissed(): Promise<void> {
    notify({ kind: 'missed' })
    await checkForChanges()
  }

  async function checkForChanges(): Promise<void> {
    const before = new Map(seen)
    const changed = await noteRevisions(parts)
    if (changed.length === 0) return
    try {
      await reload(changed)
    } catch (error) {
      for (const part of changed) seen.set(part, before.get(part))
      throw error
    }
    for (const kind of changed) notify({ kind })
  }

  const report = (error: unknown) =>
    log.warn({ error: describeError(error) }, 'changes of other nodes could not be read; trying again')

  const poll =
    deps.syncFrequencyMs > 0 ? setInterval(() => void checkForChanges().catch(report), deps.syncFrequencyMs) : null
  poll?.unref()

  /** A message could not be sent. When Redis is reachable again, this node asks the others to check for changes. */
  let isUnsent = false
  function send(change: Invalidation): void {
    redis?.publish(redisChannel, JSON.stringify({ from: node, change })).catch((error: unknown) => {
      isUnsent = true
      report(error)
    })
  }
  const sendUnsent = () => {
    if (!isUnsent) return
    isUnsent = false
    send({ kind: 'missed' })
  }
  redis?.on('ready', sendUnsent)

  const subscriber = redis ? createSubscriber(redis, log) : null
  if (subscriber) {
    subscriber.on('message', (_channel, text) => {
      const message = parseMessage(text)
      if (message && message.from !== node) void applyChange(message.change).catch(report)
    })
    // Every new connection catches up with messages that were missed.
    subscriber.on('ready', () => void applyMissed().catch(report))
    subscriber.subscribe(redisChannel).catch(report)
  }

  return {
    current: () => snapshot,
    async publish(change) {
      if (isPart(change.kind)) {
        // Until the reload has succeeded the snapshot is outdated, and the next check must notice.
        seen.set(change.kind, 'unread')
        const revision = await noteChange(db, change.kind, clock.now())
        await reload([change.kind])
        seen.set(change.kind, revision)
      }
      notify(change)
      send(change)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      if (poll) clearInterval(poll)
      redis?.off('ready', sendUnsent)
      subscriber?.disconnect()
      await queue
    },
  }
}

const isPart = (kind: unknown): kind is Part => parts.some((part) => part === kind)

const spendingChange = z.object({
  kind: z.literal('spending'),
  userId: z.number(),
  tokenId: z.number().nullable(),
  channelId: z.number(),
  group: z.string(),
  models: z.array(z.string()),
})

function parseMessage(text: string): { from: string; change: Invalidation } | null {
  try {
    const message = recordOf(JSON.parse(text))
    const { kind, id } = recordOf(message.change)
    if (typeof message.from !== 'string') return null
    if (isPart(kind) || kind === 'missed') return { from: message.from, change: { kind } }
    if ((kind === 'user' || kind === 'token' || kind === 'channel_works') && typeof id === 'number')
      return { from: message.from, change: { kind, id } }
    const spending = kind === 'spending' ? spendingChange.safeParse(message.change) : null
    if (spending?.success) return { from: message.from, change: spending.data }
    return null
  } catch {
    return null
  }
}
