import { environmentOfCards, type OptionChange, type OptionOrigins, optionBeforeMax } from '@sluice/contract/option'
import { isOptionKey, isSecret, optionKeys } from '@sluice/contract/options/registry'
import { parseJson } from '@sluice/contract/read-json'
import { toSeconds } from '../../core/to-seconds.ts'
import { type Config, environment } from '../../platform/config.ts'
import { redact } from '../../platform/redact.ts'
import { listLastAuditLogs } from '../../store/audit-logs.ts'
import type { AuditLogRow } from '../../store/schema.ts'
import type { AdminDependencies } from '../dependencies.ts'

/** Who changed which option last, and the settings of the environment beside the options. */
export async function readOrigins(
  { reports, config }: Pick<AdminDependencies, 'reports' | 'config'>,
  { isRoot }: { isRoot: boolean },
): Promise<OptionOrigins> {
  const lines = await listLastAuditLogs(reports, 'option', optionKeys)
  return { changes: lines.map(buildChange), environment: isRoot ? describeSettings(config) : [] }
}

const buildChange = ({ object_id: key, created_at: at, actor_name: by, before }: AuditLogRow): OptionChange => ({
  key,
  at: toSeconds(at),
  by,
  before: isOptionKey(key) && !isSecret(key) ? readBefore(before) : null,
})

/** Of a table the trail has only the entries that changed. */
function readBefore(text: string | null): string | null {
  const value = text === null ? null : parseJson(text)
  return typeof value === 'string' && value.length <= optionBeforeMax ? value : null
}

function describeSettings(config: Config): OptionOrigins['environment'] {
  const defaults = environment.parse({})
  return Object.values(environmentOfCards)
    .flat()
    .map((name) => ({
      name,
      value: redact(String(config[name])),
      is_default: config[name] === defaults[name],
    }))
}
