import { render } from '@sluice/contract/messages/render'
import { reasonOfFault } from '@sluice/contract/options/parse-option'
import { isOptionKey, isSecret } from '@sluice/contract/options/registry'
import { isRecord, parseJson } from '@sluice/contract/read-json'
import { optionSecretSealContext } from '../../state/load-options.ts'
import type { OptionKey } from '../../state/option-registry.ts'
import { formatOption, parseOption } from '../../state/option-values.ts'
import { writeOptionText } from '../../store/options.ts'
import type { ImportNotes } from '../import-notes.ts'
import type { SourceRow } from '../source-row.ts'
import type { ImportStep } from './step.ts'

/** Options that One API stores under other names. */
const renamed: Readonly<Record<string, OptionKey>> = {
  OidcEnabled: 'oidc.enabled',
  OidcClientId: 'oidc.client_id',
  OidcClientSecret: 'oidc.client_secret',
  OidcWellKnown: 'oidc.well_known',
  OidcAuthorizationEndpoint: 'oidc.authorization_endpoint',
  OidcTokenEndpoint: 'oidc.token_endpoint',
  OidcUserinfoEndpoint: 'oidc.user_info_endpoint',
}

const optionKeyOf = (row: SourceRow): string => renamed[row.text('key')] ?? row.text('key')

/** Stored options keep their values; all others have the default of this program. */
export const optionsStep: ImportStep = {
  name: 'options',
  table: 'options',
  isWithoutId: true,
  async write({ rows, db, context: { notes, secretBox, now } }) {
    for (const [name, text] of parseOptions(rows, notes)) {
      const value = isSecret(name) ? secretBox.seal(text, optionSecretSealContext(name)) : text
      await writeOptionText(db, { name, value, updatedAt: now })
    }
  },
}

/** The options to import, by name, with the texts that are stored here. The others are noted. */
export function parseOptions(rows: readonly SourceRow[], notes: ImportNotes): Map<OptionKey, string> {
  const options = new Map<OptionKey, string>()
  for (const row of rows.toSorted((a, b) => (a.text('key') < b.text('key') ? -1 : 1))) {
    const key = optionKeyOf(row)
    if (!isOptionKey(key)) {
      const prices = describePrices(key, row.text('value'))
      if (prices !== null) notes.add(otherPrices, prices)
      else notes.add('Options that this program does not have', key)
      continue
    }
    const parsed = parseOption(key, row.text('value'))
    if (parsed.ok) options.set(key, formatOption(key, parsed.value))
    else notes.add('Options with an invalid value; the default applies', faultText(key, parsed))
  }
  return options
}

const otherPrices =
  'Options that set prices in the source, and that this program does not have. Set the prices of these models here'

/** The option with the models that it prices; null if it prices none. */
function describePrices(key: string, text: string): string | null {
  if (!/(price|pricing|ratio|discount)s?$|\bbilling/i.test(key)) return null
  const value = parseJson(text)
  const models = isRecord(value) ? Object.keys(value) : []
  if (models.length > 0) return `${key}: ${models.join(', ')}`
  return ['', '0', 'false', 'null', '{}', '[]'].includes(text.trim()) ? null : key
}

const faultText = (key: string, { fault }: { fault: Parameters<typeof reasonOfFault>[0] }): string =>
  `${key}: ${render('en', 'reasons', reasonOfFault(fault))}`
