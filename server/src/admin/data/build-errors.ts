import { type CallCause, causeOfCall } from '@sluice/contract/call-causes'
import {
  type DataErrorLine,
  type DataErrors,
  type DataSiteErrors,
  dataErrorModelsMax,
  dataLinesMax,
} from '@sluice/contract/data'
import { numberOf, parseRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { toSeconds } from '../../core/to-seconds.ts'
import type { UsageLogRow } from '../../store/schema.ts'

type ErrorRow = Pick<UsageLogRow, 'id' | 'created_at' | 'channel_id' | 'model_name' | 'content' | 'detail'>

interface ErrorsFound {
  /** Failed calls before this time (milliseconds) were not read. */
  countedFrom: number
  channels: ReadonlyMap<number, { name: string }>
}

/** The causes of the rows, which are the newest of the failed calls, the newest first. */
export function buildErrors(rows: readonly ErrorRow[], { countedFrom, channels }: ErrorsFound): DataSiteErrors {
  const byCause = [...Map.groupBy(rows, causeOfRow)]
  const causes = byCause.flatMap(([cause, found]) => {
    const [newest] = found
    if (newest === undefined) return []
    return [
      {
        cause,
        calls: found.length,
        models: modelsOf(found),
        newest: nameRow(newest),
      },
    ]
  })
  const lines = byCause.flatMap(([cause, found]) => linesOf(cause, found, channels))
  return {
    counted: rows.length,
    counted_from: toSeconds(countedFrom),
    causes: causes.toSorted((a, b) => b.calls - a.calls),
    lines: lines.toSorted((a, b) => b.calls - a.calls).slice(0, dataLinesMax),
    lines_total: lines.length,
  }
}

const nameRow = ({ id, created_at }: ErrorRow) => ({ id, created_at: toSeconds(created_at) })

/** The rows of a cause by channel and model. */
function linesOf(cause: CallCause, rows: readonly ErrorRow[], channels: ErrorsFound['channels']): DataErrorLine[] {
  const found = Map.groupBy(rows, ({ channel_id, model_name }) => `${channel_id} ${model_name}`)
  return [...found.values()].flatMap((some) => {
    const [newest] = some
    const oldest = some.at(-1)
    if (newest === undefined || oldest === undefined) return []
    const { channel_id, model_name } = newest
    return [
      {
        cause,
        channel_id,
        channel_name: channels.get(channel_id)?.name ?? '',
        model_name,
        calls: some.length,
        since: toSeconds(oldest.created_at),
        newest: nameRow(newest),
      },
    ]
  })
}

function causeOfRow({ content, detail }: ErrorRow): CallCause {
  const error = recordOf(parseRecord(detail)?.error)
  return causeOfCall({
    code: textOf(error.code),
    status: numberOf(error.status) ?? 0,
    message: content || textOf(error.message),
  })
}

function modelsOf(rows: readonly ErrorRow[]): DataErrors['causes'][number]['models'] {
  const byModel = Map.groupBy(
    rows.filter(({ model_name }) => model_name !== ''),
    ({ model_name }) => model_name,
  )
  return [...byModel]
    .map(([model_name, found]) => ({ model_name, calls: found.length }))
    .toSorted((a, b) => b.calls - a.calls)
    .slice(0, dataErrorModelsMax)
}
