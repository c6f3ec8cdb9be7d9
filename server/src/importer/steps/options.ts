import { reasonAt } from '@sluice/contract/error-reasons'
import { render } from '@sluice/contract/messages/render'
import { reasonOfFault } from '@sluice/contract/options/parse-option'
import { isOptionKey, isSecret } from '@sluice/contract/options/registry'
import { expressionFault } from '@sluice/contract/price-expression/check-expression'
import { expressionMode } from '@sluice/contract/price-expression/language'
import { isRecord, type JsonRecord, parseJson, recordOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { lookUp } from '@sluice/contract/typed-keys'
import { isVideoName } from '../../core/videos/video-names.ts'
import { optionSecretSealContext } from '../../state/load-options.ts'
import type { OptionKey } from '../../state/option-registry.ts'
import { formatOption, parseOption } from '../../state/option-values.ts'
import { writeOptionText } from '../../store/options.ts'
import type { ImportNotes } from '../import-notes.ts'
import type { SourceRow } from '../source-row.ts'
import type { ImportStep } from './step.ts'

/** Options that One API stores under other names. */
const renamed = tableOf<OptionKey>({
  OidcEnabled: 'oidc.enabled',
  OidcClientId: 'oidc.client_id',
  OidcClientSecret: 'oidc.client_secret',
  OidcWellKnown: 'oidc.well_known',
  OidcAuthorizationEndpoint: 'oidc.authorization_endpoint',
  OidcTokenEndpoint: 'oidc.token_endpoint',
  OidcUserinfoEndpoint: 'oidc.user_info_endpoint',
})

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
  noteExpressions(options, notes)
  noteVideoPrices(options, notes)
  return options
}

const pricesOfVideos =
  'Models for videos with a price for each call. The source multiplies it by the seconds and the size of a video; ' +
  'here it is the price of one video, whatever its length. Enter it as SecondPrice where it is meant for a second'

function noteVideoPrices(options: ReadonlyMap<OptionKey, string>, notes: ImportNotes): void {
  const prices = recordIn(options.get('ModelPrice'))
  for (const model of Object.keys(prices).filter(isVideoName).sort())
    if (prices[model] !== 0) notes.add(pricesOfVideos, `${model}: ${prices[model]}`)
}

/** The models that an expression prices; without a valid one they have no price. */
function noteExpressions(options: ReadonlyMap<OptionKey, string>, notes: ImportNotes): void {
  const modes = recordIn(options.get('billing_setting.billing_mode'))
  const expressions = recordIn(options.get('billing_setting.billing_expr'))
  for (const [model, mode] of Object.entries(modes)) {
    if (mode !== expressionMode) continue
    const expression = lookUp(expressions, model, undefined)
    const fault = typeof expression === 'string' ? expressionFault(expression) : null
    if (typeof expression !== 'string') notes.add(invalidExpressions, `${model}: has none`)
    else if (fault === null) notes.add('Models that are priced by an expression', model)
    else notes.add(invalidExpressions, render('en', 'reasons', reasonAt(model, fault)))
  }
}

const invalidExpressions =
  'Models whose price expression cannot be used. Calls to them are refused until their price is set here'

const recordIn = (text: string | undefined): JsonRecord => recordOf(text === undefined ? null : parseJson(text))

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
