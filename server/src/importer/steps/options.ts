import { reasonIn } from '@sluice/contract/error-in-language'
import { reasonOfFault } from '@sluice/contract/options/parse-option'
import { isOptionKey, isSecret } from '@sluice/contract/options/registry'
import { optionSecretPlace } from '../../state/load-options.ts'
import type { OptionKey } from '../../state/option-registry.ts'
import { formatOption, parseOption } from '../../state/option-values.ts'
import { writeOptionText } from '../../store/options.ts'
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
    for (const row of rows.toSorted((a, b) => (a.text('key') < b.text('key') ? -1 : 1))) {
      const key = optionKeyOf(row)
      if (!isOptionKey(key)) {
        notes.add('Options that this program does not have', key)
        continue
      }
      const parsed = parseOption(key, row.text('value'))
      if (!parsed.ok) {
        notes.add('Options with an invalid value; the default applies', faultText(key, parsed))
        continue
      }
      const text = formatOption(key, parsed.value)
      const value = isSecret(key) ? secretBox.seal(text, optionSecretPlace(key)) : text
      await writeOptionText(db, { name: key, value, updatedAt: now })
    }
  },
}

const faultText = (key: string, { fault }: { fault: Parameters<typeof reasonOfFault>[0] }): string =>
  `${key}: ${reasonIn('en', reasonOfFault(fault))}`
