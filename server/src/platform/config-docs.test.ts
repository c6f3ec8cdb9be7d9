import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { environment } from './config.ts'
import { unusedSettings, unusedSettingsIn } from './unused-settings.ts'

const page = await Bun.file(join(import.meta.dir, '../../../docs/configuration.md')).text()

test('the page lists every setting with its default, and no other', () => {
  const rows = tableRows('Settings')
  expect(rows.map((row) => row.name).sort()).toEqual(Object.keys(environment.shape).sort())
  for (const [name, value] of Object.entries(environment.parse({})))
    expect({ name, default: rows.find((row) => row.name === name)?.cells[0] }).toEqual({
      name,
      default: inCode(String(value)),
    })
})

test('for every setting that only other gateways read, the page names its replacement', () => {
  const rows = tableRows('Settings of other gateways')
  expect(rows.flatMap((row) => row.name.split(', ')).sort()).toEqual([...unusedSettings].sort())
  expect(rows.filter(({ cells: [replacement = ''] }) => replacement === '')).toEqual([])
  expect(unusedSettings.filter((name) => name in environment.shape)).toEqual([])
  expect(unusedSettingsIn({ PORT: '1', NODE_TYPE: 'slave', DEBUG: '' })).toEqual(['NODE_TYPE'])
})

const inCode = (text: string): string => (text === '' ? '' : `\`${text}\``)

/** The rows of the tables under a heading: the name from the first cell, and the other cells. */
function tableRows(heading: string): { name: string; cells: string[] }[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
    .map(([name = '', ...cells]) => ({ name: name.replaceAll('`', ''), cells }))
}
