import { type CallCause, causeOfCall } from '@sluice/contract/call-causes'
import { type DataErrors, dataErrorModelsMax } from '@sluice/contract/data'
import { numberOf, parseRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { toSeconds } from '../../core/to-seconds.ts'
import type { UsageLogRow } from '../../store/schema.ts'

type ErrorRow = Pick<UsageLogRow, 'id' | 'created_at' | 'model_name' | 'content' | 'detail'>

/** The causes of the rows, which are the newest of the failed calls since `countedFrom` (milliseconds). */
export function buildErrors(rows: readonly ErrorRow[], countedFrom: number): DataErrors {
  const causes = [...Map.groupBy(rows, causeOfRow)].flatMap(([cause, found]) => {
    const [newest] = found
    if (newest === undefined) return []
    return [
      {
        cause,
        calls: found.length,
        models: modelsOf(found),
        newest: { id: newest.id, created_at: toSeconds(newest.created_at) },
      },
    ]
  })
  return {
    counted: rows.length,
    counted_from: toSeconds(countedFrom),
    causes: causes.toSorted((a, b) => b.calls - a.calls),
  }
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
