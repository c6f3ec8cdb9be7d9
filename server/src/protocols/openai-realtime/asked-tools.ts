import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { readPlainRecord } from '../../core/json/read-record.ts'
import { type AskedTool, askedByType } from '../../core/usage/asked-tools.ts'

/** Most events have none, or escaped letters. */
const mayName = /"tools"|\\u00/

/**
 * The paid tools that a client's event lets the upstream run, of the session or of one response.
 * https://platform.openai.com/docs/api-reference/realtime-client-events, read 2026-11-28. xAI's sessions have its own:
 * https://docs.livekit.io/reference/python/livekit/plugins/xai/realtime/, read 2026-11-30
 */
export const askedInEvent = (message: string): AskedTool[] =>
  mayName.test(message) ? readTools(readPlainRecord(message) ?? {}) : []

const readTools = ({ session, response }: JsonRecord): AskedTool[] =>
  [session, response]
    .flatMap((place) => recordsOf(recordOf(place).tools))
    .flatMap(({ type }) => askedByType('responses', textOf(type) || 'function') ?? [])
