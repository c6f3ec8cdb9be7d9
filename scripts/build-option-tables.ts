// Writes the options into docs/configuration.md: node scripts/with-bun.mjs scripts/build-option-tables.ts
import { join } from 'node:path'
import { optionAreas } from '../contract/src/options/areas.ts'
import { hiddenOptions } from '../contract/src/options/hidden.ts'
import { optionFeatures } from '../contract/src/options/needs.ts'
import type { Option, OptionNeed } from '../contract/src/options/option.ts'
import { isOptionKey, type OptionKey, optionCards, writerOf } from '../contract/src/options/registry.ts'
import { defaultOption, formatOption } from '../server/src/state/option-values.ts'
import { root } from './bun-path.mjs'
import { replacePart } from './replace-part.ts'

export const configurationPage = join(root, 'docs/configuration.md')

/** Longer defaults do not fit into a cell. */
const shownMax = 100

interface CardTexts {
  card: Readonly<Record<string, { title: string } | undefined>>
}

/** `page` with the options as declared. Throws when the page lacks the marks around one of the tables. */
export async function withOptionTables(page: string): Promise<string> {
  let written = replaceTable(page, 'needs of options', buildNeedsTable())
  for (const area of optionAreas) {
    const { default: texts }: { default: CardTexts } = await import(`../console/src/locales/en/settings-${area}.ts`)
    const rows = optionCards
      .filter((card) => card.area === area)
      .flatMap(({ id, options }) =>
        Object.entries(options).map(([key, option]) => buildRow(key, option, texts.card[id]?.title ?? id)),
      )
    written = replaceTable(written, `options of ${area}`, buildTable('card', rows))
  }
  const hidden = Object.entries<Option<unknown>>(hiddenOptions)
  const rows = hidden.map(([key, option]) => buildRow(key, option, option.hidden ?? ''))
  return replaceTable(written, 'options without a card', buildTable('why', rows))
}

const replaceTable = (page: string, name: string, text: string): string =>
  replacePart(page, { name, script: 'scripts/build-option-tables.ts', text })

const buildTable = (place: string, rows: readonly string[]): string =>
  [`| option | type | default | writer | ${place} | effect |`, '|---|---|---|---|---|---|', ...rows].join('\n')

function buildRow(key: string, option: Option<unknown>, place: string): string {
  if (!isOptionKey(key)) throw new Error(`no option ${key}`)
  return `| \`${key}\` | ${option.form} | ${formatDefault(key, option)} | ${writerOf(key)} | ${place} | ${option.effect} |`
}

function formatDefault(key: OptionKey, option: Option<unknown>): string {
  if (option.default === null) return '(default prices)'
  const text = formatOption(key, defaultOption(key))
  if (Array.isArray(option.default) && text.length > shownMax) return `(${option.default.length} entries)`
  return text === '' ? '' : `\`${text}\``
}

function buildNeedsTable(): string {
  const rows = optionFeatures.map(({ switch: name, with: parts = [], needs }) => {
    const condition = parts.length === 0 ? '' : ` with ${inCode(parts)} filled in`
    return `| \`${name}\`${condition} | ${needs.map(describeNeed).join('; ')} |`
  })
  return ['| switch | needs |', '|---|---|', ...rows].join('\n')
}

function describeNeed(need: OptionNeed): string {
  if (typeof need === 'string') return `\`${need}\``
  return need.oneOf.map((names) => (names.length === 1 ? inCode(names) : `all of ${inCode(names)}`)).join(' or ')
}

const inCode = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

if (import.meta.main)
  await Bun.write(configurationPage, await withOptionTables(await Bun.file(configurationPage).text()))
