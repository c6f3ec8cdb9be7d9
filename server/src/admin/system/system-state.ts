import { statfsSync } from 'node:fs'
import { dayMs } from '@sluice/contract/durations'
import type { SystemState } from '@sluice/contract/system'
import { toSeconds } from '../../core/to-seconds.ts'
import { databaseFolder } from '../../platform/database-settings.ts'
import { keepAnswers } from '../../platform/keep-answers.ts'
import { nodeName } from '../../platform/node-name.ts'
import { availableModels } from '../../state/available-models.ts'
import { listMessages } from '../../store/account-messages.ts'
import { listWorks } from '../../store/channel-sweeps.ts'
import { readDatabaseSize } from '../../store/database-size.ts'
import { countDoctorPairs } from '../../store/doctor-runs.ts'
import { listPriceSources } from '../../store/price-sources.ts'
import { sumUsageHours } from '../../store/usage-hours.ts'
import { countWaitingWork, listImports, listNodes } from '../../store/waiting-work.ts'
import type { AdminDependencies } from '../dependencies.ts'
import {
  buildImportTask,
  buildJob,
  buildMessageTask,
  buildNodes,
  buildPriceTask,
  buildSweepTask,
  buildWorkTask,
} from './build-system.ts'

type SystemDependencies = Pick<
  AdminDependencies,
  | 'db'
  | 'reports'
  | 'state'
  | 'clock'
  | 'config'
  | 'logStore'
  | 'redis'
  | 'jobRuns'
  | 'nodeBoard'
  | 'upkeep'
  | 'version'
  | 'commit'
  | 'startedAt'
>

/** Sizes change slowly, and on the embedded database they are read from its pages. */
const sizesKeptMs = 60_000
const growthDays = 7
/** The newest ones are shown. */
const worksMax = 20
const messagesMax = 5
const noPairs = { done: 0, failed: 0 }

/** How the site runs. Asks nothing outside but the databases and Redis. */
export function createSystemState(deps: SystemDependencies) {
  const { db, reports, state, clock, config, logStore, redis } = deps
  const sizeOfMain = keepAnswers((_: 'main') => readDatabaseSize(reports), { clock, keptMs: sizesKeptMs })
  const sizeOfLogs = keepAnswers(
    async (_: 'logs') => (logStore ? await readDatabaseSize((await logStore.open()).reports) : null),
    { clock, keptMs: sizesKeptMs },
  )

  async function countRowsPerDay(signal: AbortSignal): Promise<number> {
    const untilAt = clock.now() - (clock.now() % dayMs)
    const span = { fromAt: untilAt - growthDays * dayMs, untilAt }
    const grouping = { columns: [], step: null, amounts: ['calls', 'errors'] } as const
    const sums = await sumUsageHours(reports, span, grouping, signal)
    return Math.round(sums.reduce((sum, { calls, errors }) => sum + calls + errors, 0) / growthDays)
  }

  async function readNodes(): Promise<SystemState['nodes']> {
    const rows = await listNodes(db)
    const own = { name: nodeName, startedAt: deps.startedAt }
    return buildNodes(rows, own, await deps.nodeBoard.read(rows.map(({ node }) => node)))
  }

  async function readTasks(): Promise<SystemState['tasks']> {
    const { upkeep } = deps
    const sweeps = await Promise.all(
      (['test', 'balance', 'models'] as const).map(async (kind) =>
        buildSweepTask(kind, await upkeep.progress(kind, 0, 'en')),
      ),
    )
    const sources = await listPriceSources(db)
    const imports = await listImports(db)
    const messages = await listMessages(db, messagesMax)
    const works = [...(await readWorks()), ...messages.map(buildMessageTask)]
    return [...sweeps, ...works, ...sources.map(buildPriceTask), ...imports.map(buildImportTask)]
  }

  async function readWorks(): Promise<SystemState['tasks']> {
    const rows = await listWorks(db, worksMax)
    const counts = await countDoctorPairs(
      db,
      rows.map(({ kind }) => kind),
    )
    const nameOf = (channelId: number) => state.current().channels.get(channelId)?.name ?? null
    return rows.flatMap((row) => {
      const task = buildWorkTask(row, { now: clock.now(), ...(counts.get(row.kind) ?? noPairs), nameOf })
      return task === null ? [] : [task]
    })
  }

  /** A fault of the log database is reported in the answer; the other figures are still returned. */
  async function readLogStore(): Promise<SystemState['log_store']> {
    if (!logStore) return null
    const size = await sizeOfLogs('logs').catch(() => null)
    return { fault: logStore.fault, size }
  }

  function readCaches(): SystemState['caches'] {
    const snapshot = state.current()
    return {
      state_loaded_at: toSeconds(snapshot.loadedAt),
      channels: snapshot.channels.size,
      models: availableModels(snapshot, clock.now()).length,
      redis: redis === undefined ? 'none' : redis.status === 'ready' ? 'ready' : 'away',
    }
  }

  return async ({ isRoot }: { isRoot: boolean }, signal: AbortSignal): Promise<SystemState> => {
    const database = await sizeOfMain('main')
    const logs = await readLogStore()
    const rowsPerDay = await countRowsPerDay(signal)
    return {
      version: deps.version,
      commit: deps.commit,
      runtime: `Bun ${Bun.version}`,
      nodes: await readNodes(),
      queues: await countWaitingWork(db),
      jobs: deps.jobRuns.list().map(buildJob),
      database,
      rows_per_day: rowsPerDay,
      growth_bytes: growthOf(logs?.size ?? database, rowsPerDay),
      disk: isRoot ? readDisk(databaseFolder(config)) : null,
      // The reason may name the machine.
      log_store: logs && (isRoot || logs.fault === null ? logs : { ...logs, fault: '' }),
      caches: readCaches(),
      tasks: await readTasks(),
    }
  }
}

/** By the mean length of a row. Without the size of the usage log it is unknown. */
function growthOf({ groups }: SystemState['database'], rowsPerDay: number): number | null {
  const { bytes = null, rows = null } = groups.find(({ name }) => name === 'usage') ?? {}
  return bytes === null || rows === null || rows === 0 ? null : Math.round((bytes / rows) * rowsPerDay)
}

function readDisk(folder: string): SystemState['disk'] {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder)
    return { folder, free_bytes: bavail * bsize, total_bytes: blocks * bsize }
  } catch {
    return null
  }
}
