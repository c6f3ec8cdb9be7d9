import { z } from 'zod'
import { sweepStates } from './channel-sweep.ts'

/** The scheduled work of a node. */
export const jobNames = [
  'sessions',
  'notices',
  'expired tokens',
  'used-up tokens',
  'channel tests',
  'channel balances',
  'models of upstreams',
  'price lists',
  'tasks',
  'copies of videos',
  'callbacks to customers',
  'batches and background answers',
  'old batches and background answers',
  'expired codes, counted events and sign-ins',
  'last uses of keys',
  'deleted channels',
  'unpaid orders',
  'payment alerts',
  'names of deleted accounts',
  'usage log',
  'usage sums',
  'moved usage rows',
  'figures of this node',
] as const
export type JobName = (typeof jobNames)[number]

/** What a process reports of itself. Times in milliseconds. */
export const nodeFigures = z.object({
  version: z.string(),
  /** Resident memory. */
  memory_bytes: z.number(),
  /** The longest delay of the event loop in the last one to two minutes. */
  loop_delay_ms: z.number(),
  calls: z.number(),
  /** Operations of the ledger that are not in the database yet. */
  ledger_waiting: z.number(),
  /** Since the process renewed its lease; null = it needs none. */
  lease_age_ms: z.number().nullable(),
  connections_in_use: z.number(),
  connections_max: z.number(),
  /** Queries that wait for a connection. */
  queries_waiting: z.number(),
})
export type NodeFigures = z.infer<typeof nodeFigures>

/** A process that serves this site. Times in seconds. */
const systemNode = z.object({
  /** Host and process. */
  name: z.string(),
  /** Whether it answers this question. */
  is_own: z.boolean(),
  started_at: z.number(),
  /** Null where they are not shared: between hosts they need Redis. */
  figures: nodeFigures.nullable(),
})
export type SystemNode = z.infer<typeof systemNode>
/** More nodes are left out. */
export const systemNodesMax = 100

const systemQueues = ['notices', 'tasks', 'batches', 'holds'] as const
/** What waits in the database, at most `systemQueueMax`. */
const systemQueue = z.object({ name: z.enum(systemQueues), count: z.number() })
export const systemQueueMax = 10_000

const jobOutcomes = ['none', 'running', 'passed', 'failed'] as const

/** Scheduled work of the node that answers. Times in seconds; 0 = not yet. */
const systemJob = z.object({
  name: z.string(),
  outcome: z.enum(jobOutcomes),
  /** Start of the last run. */
  started_at: z.number(),
  /** Length of the last run that ended. */
  time_ms: z.number().nullable(),
  failed_since: z.number(),
  next_at: z.number(),
})
export type SystemJob = z.infer<typeof systemJob>

export const tableGroups = ['usage', 'ledger', 'accounts', 'channels', 'work', 'other'] as const

/** How much a database holds. Null = its engine does not tell at low cost. */
const databaseSize = z.object({
  engine: z.enum(['sqlite', 'postgres', 'mysql', 'clickhouse']),
  bytes: z.number().nullable(),
  /** Within the file, to be used again. */
  free_bytes: z.number().nullable(),
  groups: z.array(z.object({ name: z.enum(tableGroups), bytes: z.number().nullable(), rows: z.number().nullable() })),
})
export type DatabaseSize = z.infer<typeof databaseSize>

const systemTaskKinds = [
  'test',
  'balance',
  'models',
  'doctor',
  'log_cleanup',
  'export',
  'message',
  'prices',
  'import',
] as const
/** Long work. Times in seconds; 0 = not yet. */
const systemTask = z.object({
  kind: z.enum(systemTaskKinds),
  /** Of the channel that the doctor tests, of the account that exports, or of the message; 0 = none. */
  id: z.number(),
  /** Of which list, source or channel; the subject of a message; '' = there is one of its kind. */
  name: z.string(),
  state: z.enum([...sweepStates, 'failed']),
  /** `total` 0 = it is not known how much there is. Rows of a cleanup or an export. */
  done: z.number(),
  total: z.number(),
  failed: z.number(),
  started_at: z.number(),
  finished_at: z.number(),
  /** '' = the schedule. */
  started_by: z.string(),
  /** When the schedule does it again. */
  next_at: z.number(),
})
export type SystemTask = z.infer<typeof systemTask>

/** Body of POST /api/system/cancel. `id`: the account of an export. */
export const systemCancel = z.object({
  kind: z.enum(['log_cleanup', 'export']),
  id: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
})

/** `GET /api/system/`. Times in seconds. */
export const systemState = z.object({
  version: z.string(),
  /** '' = unknown. */
  commit: z.string(),
  runtime: z.string(),
  nodes: z.array(systemNode),
  queues: z.array(systemQueue),
  jobs: z.array(systemJob),
  database: databaseSize,
  /** Usage rows of a day, mean of the last seven. */
  rows_per_day: z.number(),
  /** By which the usage log grows in a day; null = unknown. */
  growth_bytes: z.number().nullable(),
  /** Of the folder with the data of this host; null where the reader may not see the machine. */
  disk: z.object({ folder: z.string(), free_bytes: z.number(), total_bytes: z.number() }).nullable(),
  /** Where old usage rows are; null = in the main database. */
  log_store: z.object({ fault: z.string().nullable(), size: databaseSize.nullable() }).nullable(),
  caches: z.object({
    /** When options, channels and prices were read last. */
    state_loaded_at: z.number(),
    channels: z.number(),
    models: z.number(),
    redis: z.enum(['none', 'ready', 'away']),
  }),
  tasks: z.array(systemTask),
})
export type SystemState = z.infer<typeof systemState>

/** A result of the checks of `sluice doctor`. */
const systemFinding = z.object({
  /** What was checked, in words. */
  check: z.string(),
  level: z.enum(['ok', 'note', 'problem']),
  code: z.string(),
  found: z.string(),
  /** What to do; '' = nothing. */
  advice: z.string(),
})
export const systemCheckup = z.object({ checked_at: z.number(), findings: z.array(systemFinding) })
export type SystemCheckup = z.infer<typeof systemCheckup>
