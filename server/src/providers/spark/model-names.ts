import { tableOf } from '@sluice/contract/table-of'
import { versionOf } from './versions.ts'

/** Version 2.1, which older channels name, has ended; the HTTP API never had it. */
const ended = tableOf<string>({ generalv2: 'lite' })

/** The model to call by the HTTP API. Names that are no versions are its own. */
export function modelOf(name: string, other: string): string {
  if (!/^sparkdesk(-|$)/i.test(name)) return name
  const { domain } = versionOf(name, other)
  return ended[domain] ?? domain
}
