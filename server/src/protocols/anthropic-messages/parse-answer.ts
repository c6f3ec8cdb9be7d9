import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { jsonTextOf } from '../../core/json/prepared-json.ts'
import { recordIn } from '../../core/json/record-in.ts'
import type { ReportedUsage } from '../../core/usage/usage-report.ts'
import { parseAnthropicReport } from './parse-usage.ts'

/** What the gateway reads of a whole answer that passes unchanged. */
export interface AnthropicAnswer {
  /** The ids of the container in which its code ran, and of the files that the code wrote. */
  objectIds(): readonly string[]
  usage: ReportedUsage | null
  /** An error object under status 200. */
  error: unknown
  /** It is neither called a message nor has a list of blocks: some hosts leave out one of them. */
  isForeign: boolean
  /** All produced text, to count tokens when usage is missing. */
  text(): string
}

/** Reads a whole answer. Null when the body is not a JSON object. */
export function parseAnthropicAnswer(body: Uint8Array, answer = recordIn(body)): AnthropicAnswer | null {
  return (
    answer && {
      objectIds: () => [...containerOf(answer), ...recordsOf(answer.content).flatMap(filesOf)],
      usage: parseAnthropicReport(answer.usage, { ranCode: recordsOf(answer.content).some(isCodeRun) }),
      error: answer.error ?? null,
      isForeign: answer.type !== 'message' && !Array.isArray(answer.content),
      text: () => recordsOf(answer.content).map(blockText).join('\n'),
    }
  )
}

/** Whether a block is a run of code, of a shell or of an editor in the container. */
export const isCodeRun = ({ type, name }: JsonRecord): boolean =>
  type === 'server_tool_use' && textOf(name).endsWith('code_execution')

/** The id of the container in a message, or in the change of one. */
export function containerOf({ container }: JsonRecord): string[] {
  const id = textOf(recordOf(container).id)
  return id === '' ? [] : [id]
}

/** The ids of files that code wrote, in a block with its result. */
export function filesOf({ type, content }: JsonRecord): string[] {
  if (!textOf(type).endsWith('code_execution_tool_result')) return []
  return recordsOf(recordOf(content).content).flatMap(({ file_id }) => textOf(file_id) || [])
}

/** Text that the model wrote in a block; results of server tools are excluded. */
export function blockText(block: JsonRecord): string {
  const written = textOf(block.text) + textOf(block.thinking) + textOf(block.name)
  const summary = block.type === 'compaction' ? textOf(block.content) : ''
  const input = isRecord(block.input) && Object.keys(block.input).length > 0 ? jsonTextOf(block.input) : ''
  return written + summary + input
}
