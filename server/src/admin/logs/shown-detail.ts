import { isRecord, parseRecord } from '@sluice/contract/read-json'
import type { UsageLogDetail } from '@sluice/contract/usage-log'
import { isDetailShownTo, type UsageReader } from '@sluice/contract/usage-log-readers'

/** The JSON text of a row's detail with the fields that the reader sees, also in the details of its tools. */
export function shownDetail(detail: string, reader: UsageReader): string {
  const parsed = parseRecord(detail)
  // Unreadable text may contain anything, including data that only operators may see.
  return parsed === null ? '' : JSON.stringify(shown(parsed, reader))
}

function shown(detail: UsageLogDetail, reader: UsageReader): UsageLogDetail {
  const kept: UsageLogDetail = Object.fromEntries(
    Object.entries(detail).filter(([field]) => isDetailShownTo(reader, field)),
  )
  const { error, tool_runs: runs } = kept
  // The cast: an error has a message, which is not for those with a link.
  if (error && reader === 'link') kept.error = { code: error.code, status: error.status } as typeof error
  if (Array.isArray(runs))
    kept.tool_runs = runs.map((run) =>
      isRecord(run.tokens?.detail)
        ? { ...run, tokens: { ...run.tokens, detail: shown(run.tokens.detail, reader) } }
        : run,
    )
  return kept
}
