import { type JsonRecord, recordsOf } from '@sluice/contract/read-json'
import { type AskedTool, askedByType } from '../../core/usage/asked-tools.ts'
import { camelNameOf } from './wire.ts'

/** The paid tools of a body, by the keys of its tools. Undefined without any. */
export function readAskedTools(body: JsonRecord): readonly AskedTool[] | undefined {
  const keys = recordsOf(body.tools).flatMap((tool) => Object.keys(tool).filter((key) => tool[key] !== null))
  const asked = keys.flatMap((key) => askedByType('gemini', camelNameOf(key)) ?? [])
  return asked.length === 0 ? undefined : asked
}
