import type { OptionEntry } from '@sluice/contract/option'
import { roles } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import { GatewayError } from '../../core/errors.ts'
import type { Caller } from '../../identity/caller.ts'
import {
  isOptionKey,
  type OptionKey,
  type OptionValues,
  optionKeys,
  optionOf,
} from '../../state/option-registry.ts'
import { formatOption, parseOption } from '../../state/option-values.ts'
import { optionSecretPlace } from '../../state/state.ts'
import { deleteOption, writeOptionText } from '../../store/options.ts'
import type { Database } from '../../store/schema.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { AuditEntry } from '../record-audit.ts'

type Audit = (entry: AuditEntry, db?: Kysely<Database>) => Promise<void>

export const listOptions = (options: OptionValues): OptionEntry[] =>
  optionKeys
    .filter((key) => !optionOf(key).secret)
    .map((key) => ({ key, value: formatOption(key, options[key]) }))

/** Writes one option. Refused when unknown, unreadable or not the caller's to write; then nothing changes. */
export async function writeOption(
  deps: AdminDependencies,
  caller: Caller,
  { key, value }: OptionEntry,
  audit: Audit,
): Promise<void> {
  if (!isOptionKey(key)) throw new GatewayError('option_unknown', { key })
  if (optionOf(key).writer === 'root' && caller.role < roles.root)
    throw new GatewayError('insufficient_rights')
  const current = deps.state.current().options
  // Otherwise nobody could ever end the demonstration.
  if (current.DemoSiteEnabled && key !== 'DemoSiteEnabled') throw new GatewayError('demo_site')
  const parsed = parseOption(key, value)
  if (!parsed.ok) throw new GatewayError('option_invalid', { key, reason: parsed.reason })
  refuseUnready(key, parsed.value, current)
  const text = formatOption(key, parsed.value)
  await deps.db.transaction().execute(async (trx) => {
    const stored = optionOf(key).secret ? deps.secretBox.seal(text, optionSecretPlace(key)) : text
    await writeOptionText(trx, { name: key, value: stored, updatedAt: deps.clock.now() })
    await audit(describeChange('option.set', key, formatOption(key, current[key]), text), trx)
  })
  await deps.state.publish({ kind: 'options' })
}

/** A switch is not thrown before what it needs is filled in. */
function refuseUnready(key: OptionKey, value: unknown, options: OptionValues): void {
  if (value !== true) return
  const missing = (optionOf(key).needs ?? []).filter((name) => isOptionKey(name) && isEmpty(options[name]))
  if (missing.length > 0)
    throw new GatewayError('option_invalid', { key, reason: `fill in ${missing.join(', ')} first` })
}

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)

/** Takes the stored table away, so that the default one stands again. */
export async function resetModelRatio(deps: AdminDependencies, audit: Audit): Promise<void> {
  const before = formatOption('ModelRatio', deps.state.current().options.ModelRatio)
  await deps.db.transaction().execute(async (trx) => {
    await deleteOption(trx, 'ModelRatio')
    await audit(describeChange('option.reset', 'ModelRatio', before, undefined), trx)
  })
  await deps.state.publish({ kind: 'options' })
}

function describeChange(
  action: string,
  key: OptionKey,
  before: string,
  after: string | undefined,
): AuditEntry {
  const isSecret = optionOf(key).secret === true
  return {
    action,
    objectType: 'option',
    objectId: key,
    ...(!isSecret && { before, ...(after !== undefined && { after }) }),
  }
}
