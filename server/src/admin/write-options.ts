import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import type { OptionWrite } from '@sluice/contract/option'
import { parseWritten, reasonOfFault } from '@sluice/contract/options/parse-option'
import { isOptionKey, isSecret, optionOf, writerOf } from '@sluice/contract/options/registry'
import { roles } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import { GatewayError } from '../core/errors.ts'
import type { ConsoleCaller } from '../identity/console-caller.ts'
import { type AmountOptions, describeAmount } from '../state/describe-amount.ts'
import { loadOptions, optionSecretSealContext } from '../state/load-options.ts'
import type { OptionKey, OptionValues } from '../state/option-registry.ts'
import { defaultOption, formatOption, parseOption } from '../state/option-values.ts'
import { withLinkedDisplay } from '../state/quota-display.ts'
import { type PriceChangeOrigin, recordPriceChanges } from '../state/record-price-changes.ts'
import { type PricedOptions, withChannelCosts } from '../state/with-channel-costs.ts'
import { deleteOption, lockOptions, writeOptionText } from '../store/options.ts'
import type { Database } from '../store/schema.ts'
import { type OptionFaults, unmetNeeds } from './check-needs.ts'
import { crossedBounds } from './crossed-bounds.ts'
import type { AdminDependencies } from './dependencies.ts'
import { describeChange } from './describe-change.ts'
import { repeatsFixedOption } from './fixed-options.ts'
import { changedCheckKeys, lockedOut } from './locked-out.ts'
import type { Audit } from './record-audit.ts'
import { removedGroups } from './removed-groups.ts'

/** New values of options; `default` removes the stored value. Computed from the state at the time of the write. */
export type Changes = ReadonlyMap<OptionKey, { value: unknown } | 'default'>

/**
 * Writes the options, all or none. Throws GatewayError if one is unknown or invalid, needs other rights, conflicts with
 * the others, or was changed since the caller read it. Returns the options that changed; unchanged ones are not
 * written. Without `audit` nothing is written: the same checks, for a question before the write.
 */
export async function writeOptions(
  deps: AdminDependencies,
  caller: ConsoleCaller,
  entries: readonly OptionWrite[],
  audit: Audit | null,
): Promise<OptionKey[]> {
  const changes = parseEntries(entries, deps.state.current().options)
  const keys = [...changes.keys()]
  if (caller.role < roles.root && keys.some((key) => writerOf(key) === 'root'))
    throw new GatewayError('insufficient_rights')
  // The demonstration must be able to end.
  if (deps.state.current().options.DemoSiteEnabled && keys.some((key) => key !== 'DemoSiteEnabled'))
    throw new GatewayError('demo_site')
  const changesOf = (current: OptionValues) => {
    refuseStale(entries, changes, current)
    return withLinkedDisplay(changes, current)
  }
  const prices = { actor: caller, way: 'settings' } as const
  return await changeOptions(deps, { action: 'option.set', changesOf, audit, prices })
}

function parseEntries(
  entries: readonly OptionWrite[],
  options: AmountOptions,
): ReadonlyMap<OptionKey, { value: unknown }> {
  const changes = new Map<OptionKey, { value: unknown }>()
  const faults: OptionFaults = new Map()
  for (const { key, value } of entries) {
    if (repeatsFixedOption({ key, value })) continue
    if (!isOptionKey(key)) throw new GatewayError('option_unknown', { key })
    const parsed = parseWritten(optionOf(key), value)
    if (!parsed.ok) faults.set(key, reasonOfFault(parsed.fault))
    else if (changes.has(key)) faults.set(key, makeReason('givenTwice'))
    else changes.set(key, { value: parsed.value })
  }
  refuse(faults, options)
  return changes
}

/** Throws if an option was changed since the caller read it, because that change would be lost. */
function refuseStale(
  entries: readonly OptionWrite[],
  changes: ReadonlyMap<OptionKey, { value: unknown }>,
  current: OptionValues,
): void {
  const stale: OptionFaults = new Map()
  for (const { key, was } of entries) {
    if (was === undefined || !isOptionKey(key) || isSecret(key)) continue
    const known = parseOption(key, was)
    const now = formatOption(key, current[key])
    if (known.ok && formatOption(key, known.value) === now) continue
    if (formatOption(key, changes.get(key)?.value) !== now) stale.set(key, makeReason('changedMeanwhile'))
  }
  const [first] = stale.keys()
  if (first === undefined) return
  throw new GatewayError('option_conflict', { key: first }, { fields: Object.fromEntries(stale) })
}

/** The first fault is the message; each is also reported at its option. */
function refuse(faults: OptionFaults, options: AmountOptions): void {
  const shown = new Map([...faults].map(([key, reason]) => [key, inCurrency(key, reason, options)]))
  const [first] = shown
  if (first === undefined) return
  const [key, reason] = first
  throw new GatewayError('option_invalid', { key, reason }, { fields: Object.fromEntries(shown) })
}

/** The fault of an amount, with its bounds as they are typed in the console. */
function inCurrency(key: OptionKey, reason: Reason, options: AmountOptions): Reason {
  if (!optionOf(key).isAmount) return reason
  const params = Object.entries(reason.params).map(([name, value]) => [
    name,
    typeof value === 'number' ? describeAmount(value, options) : value,
  ])
  return { ...reason, params: Object.fromEntries(params) }
}

export interface OptionsChange {
  /** Of the lines in the audit trail. */
  action: string
  /** What `changesOf` needs from the database, read while the options are locked. */
  before?(trx: Kysely<Database>): Promise<void>
  /** From the stored values. May throw GatewayError. */
  changesOf(current: PricedOptions): Changes
  audit: Audit | null
  /** For the history of prices. */
  prices: PriceChangeOrigin
  /** Called with the values that the change leaves, before they are in use. */
  onWritten?(after: PricedOptions): void
  /** What is written in the same transaction. */
  alongside?(trx: Kysely<Database>): Promise<void>
}

/**
 * One change of options: computed by `changesOf` from the stored values, checked, written and recorded in one
 * transaction, with what `alongside` writes. Changes of options run one after the other.
 */
export async function changeOptions(deps: AdminDependencies, change: OptionsChange): Promise<OptionKey[]> {
  const changed = await deps.db.transaction().execute(async (trx) => {
    await lockOptions(trx, deps.clock.now())
    await change.before?.(trx)
    const { channels } = deps.state.current()
    const current = withChannelCosts(await loadOptions({ ...deps, db: trx }), channels)
    const changes = change.changesOf(current)
    const nextOf = (key: OptionKey): unknown => {
      const next = changes.get(key)
      if (next === undefined) return current[key]
      return next === 'default' ? defaultOption(key) : asStored(key, next.value, current)
    }
    const isChanged = (key: OptionKey) =>
      changes.get(key) === 'default' || formatOption(key, nextOf(key)) !== formatOption(key, current[key])
    const keys = [...changes.keys()].filter(isChanged)
    const next = { ...current, ...Object.fromEntries(keys.map((key) => [key, nextOf(key)])) }
    // `asStored` has checked each changed value.
    const step = { before: current, after: next as OptionValues, changed: new Set(keys) }
    refuse(unmetNeeds(step), current)
    refuse(crossedBounds(step), current)
    refuse(changedCheckKeys(step), current)
    refuse(await lockedOut(trx, step), current)
    refuse(await removedGroups(trx, step), current)
    if (change.audit === null) return []
    for (const key of keys) {
      if (changes.get(key) === 'default') await deleteOption(trx, key)
      else await store(deps, trx, key, nextOf(key))
      await change.audit(describeChange(change.action, key, { before: current[key], after: nextOf(key) }), trx)
    }
    const after = withChannelCosts(step.after, channels)
    await recordPriceChanges(trx, { before: current, after, at: deps.clock.now() }, change.prices)
    change.onWritten?.(after)
    await change.alongside?.(trx)
    return keys
  })
  if (changed.length > 0) await deps.state.publish({ kind: 'options' })
  return changed
}

/**
 * The value as it is read again: a combined value may have its parts in another order. Throws `option_invalid` if it
 * cannot be: a table with many additions may be too long.
 */
function asStored(key: OptionKey, value: unknown, options: AmountOptions): unknown {
  const parsed = parseOption(key, formatOption(key, value))
  if (parsed.ok) return parsed.value
  refuse(new Map([[key, reasonOfFault(parsed.fault)]]), options)
  throw new Error(`the value computed for ${key} is not valid`)
}

function store(deps: AdminDependencies, trx: Kysely<Database>, key: OptionKey, value: unknown) {
  const text = formatOption(key, value)
  const stored = isSecret(key) ? deps.secretBox.seal(text, optionSecretSealContext(key)) : text
  return writeOptionText(trx, { name: key, value: stored, updatedAt: deps.clock.now() })
}
