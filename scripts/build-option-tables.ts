// Writes the options into docs/configuration.md: node scripts/with-bun.mjs scripts/build-option-tables.ts
import { join } from 'node:path'
import { optionAreas } from '../contract/src/options/areas.ts'
import { hiddenOptions } from '../contract/src/options/hidden.ts'
import { optionFeatures } from '../contract/src/options/needs.ts'
import type { Option, OptionNeed } from '../contract/src/options/option.ts'
import { isOptionKey, type OptionKey, optionCards, writerOf } from '../contract/src/options/registry.ts'
import { defaultOption, formatOption } from '../server/src/state/option-values.ts'
import { root } from './bun-path.mjs'

export const configurationPage = join(root, 'docs/configuration.md')

/** Longer defaults do not fit into a cell. */
const shownMax = 100

interface CardTexts {
  card: Readonly<Record<string, { title: string } | undefined>>
}

/** `page` with the options as declared. Throws when the page lacks the marks around one of the tables. */
export async function withOptionTables(page: string): Promise<string> {
  let written = replacePart(page, 'needs of options', buildNeedsTable())
  for (const area of optionAreas) {
    const { default: texts }: { default: CardTexts } = await import(`../console/src/locales/en/settings-${area}.ts`)
    const rows = optionCards
      .filter((card) => card.area === area)
      .flatMap(({ id, options }) =>
        Object.entries(options).map(([key, option]) => rowOf(key, option, texts.card[id]?.title ?? id)),
      )
    written = replacePart(written, `options of ${area}`, tableOf('card', rows))
  }
  const hidden = Object.entries<Option<unknown>>(hiddenOptions)
  const rows = hidden.map(([key, option]) => rowOf(key, option, option.hidden ?? ''))
  return replacePart(written, 'options without a card', tableOf('why', rows))
}

function replacePart(page: string, name: string, text: string): string {
  const begin = `<!-- ${name}: begin, written by scripts/build-option-tables.ts -->`
  const end = `<!-- ${name}: end -->`
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the page lacks the marks around the ${name}`)
  return `${page.slice(0, from)}${begin}\n\n${text}\n\n${page.slice(to)}`
}

const tableOf = (place: string, rows: readonly string[]): string =>
  [`| option | type | default | writer | ${place} | effect |`, '|---|---|---|---|---|---|', ...rows].join('\n')

function rowOf(key: string, option: Option<unknown>, place: string): string {
  if (!isOptionKey(key)) throw new Error(`no option ${key}`)
  return `| \`${key}\` | ${option.form} | ${defaultOf(key, option)} | ${writerOf(key)} | ${place} | ${option.effect} |`
}

function defaultOf(key: OptionKey, option: Option<unknown>): string {
  if (option.default === null) return '(default prices)'
  const text = formatOption(key, defaultOption(key))
  if (Array.isArray(option.default) && text.length > shownMax) return `(${option.default.length} entries)`
  return text === '' ? '' : `\`${text}\``
}

function buildNeedsTable(): string {
  const rows = optionFeatures.map(({ switch: name, with: parts = [], needs }) => {
    const condition = parts.length === 0 ? '' : ` with ${inCode(parts)} filled in`
    return `| \`${name}\`${condition} | ${needs.map(needText).join('; ')} |`
  })
  return ['| switch | needs |', '|---|---|', ...rows].join('\n')
}

function needText(need: OptionNeed): string {
  if (typeof need === 'string') return `\`${need}\``
  return need.oneOf.map((names) => (names.length === 1 ? inCode(names) : `all of ${inCode(names)}`)).join(' or ')
}

const inCode = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

if (import.meta.main)
  await Bun.write(configurationPage, await withOptionTables(await Bun.file(configurationPage).text()))
