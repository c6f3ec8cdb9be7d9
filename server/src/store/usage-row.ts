import { keysOf } from '@sluice/contract/typed-keys'
import type { UsageLogDetail } from '@sluice/contract/usage-log'

/**
 * The columns of the usage log beside `id`, in the order in which they are written, with the values of a row that does
 * not name them. The table's type, the inserts, and the text for the writer thread follow from this list.
 */
const emptyRow = {
  user_id: 0,
  /** Milliseconds; the wire shows seconds. */
  created_at: 0,
  /** Contract `logType`: 1 top-up, 2 consumption, 3 management, 4 system, 5 error. */
  type: 0,
  username: '',
  /** 0 = without a token. */
  token_id: 0,
  token_name: '',
  /** 0 = refused before any channel. */
  channel_id: 0,
  model_name: '',
  group_name: '',
  /** The charge. */
  quota: 0,
  /** The charge before group discounts. */
  list_quota: 0,
  /** The operator's cost at the upstream; 0 if unknown. */
  cost_quota: 0,
  cost_known: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  use_time_ms: 0,
  is_stream: 0,
  request_id: '',
  content: '',
  /**
   * 1 if another row counts the call: for an error row whose call was charged, and for a later part of a charge.
   */
  is_charged: 0,
  /** The program that called, contract `client-names.ts`; '' = unknown. */
  client: '',
  /** JSON text, contract `UsageLogDetail`. */
  detail: '{}',
}

/** A row of the usage log: a charge, a refused call, or a note. The database numbers it. */
export type UsageRow = typeof emptyRow

type TextColumn = { [Name in keyof UsageRow]: UsageRow[Name] extends string ? Name : never }[keyof UsageRow]

export const usageColumns = keysOf(emptyRow)
export const usageTexts = usageColumns.filter((name): name is TextColumn => typeof emptyRow[name] === 'string')

/** In the order of `usageColumns`. */
export const usageValues = (row: UsageRow): (string | number)[] => usageColumns.map((name) => row[name])

/** The row of values in the order of `usageColumns`. */
export function usageRowOf(values: readonly unknown[]): UsageRow {
  // Adding the columns to an empty object would take longer; the writer thread does this for each call.
  const row: Record<string, unknown> = { ...emptyRow }
  for (let index = 0; index < usageColumns.length; index++) row[usageColumns[index] ?? ''] = values[index]
  // The columns are all fields of a row.
  return row as UsageRow
}

/** A row that an earlier version wrote as JSON, which lacks later columns. */
export const completeUsageRow = (row: Partial<UsageRow>): UsageRow => ({ ...emptyRow, ...row })

/** Every row names these. */
type NamedColumn = 'user_id' | 'created_at' | 'type' | 'username' | 'group_name'

type NamedColumns = Pick<UsageRow, NamedColumn> &
  Partial<Omit<UsageRow, NamedColumn | 'detail'>> & { detail: UsageLogDetail }

/** A row of these columns. The others are 0 or ''. */
export const buildUsageRow = (columns: NamedColumns): UsageRow => ({
  ...emptyRow,
  ...columns,
  detail: JSON.stringify(columns.detail),
})
