import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { recordsOf } from '../contract/src/read-json.ts'
import { keysOf } from '../contract/src/typed-keys.ts'
import { noUsage } from '../server/src/core/usage/usage.ts'
import { axes, type ReadAnswer, readAxes } from './axis-table/read-axes.ts'
import { buildAxisRows, pricingPage, withAxisTable } from './build-axis-table.ts'
import { root } from './bun-path.mjs'

test('docs/pricing.md has the current table of what is read: node scripts/with-bun.mjs scripts/build-axis-table.ts', async () => {
  const page = await Bun.file(pricingPage).text()
  expect(await withAxisTable(page)).toBe(page)
})

test('every field that counts is named by a test that exists', async () => {
  const rows = await buildAxisRows()
  expect(rows.length).toBeGreaterThan(100)
  const untested = rows.filter(
    ({ tests }) => tests.length === 0 || !tests.every((path) => existsSync(join(root, path))),
  )
  expect(untested.map(({ axis, reader, fields }) => `${axis}: ${reader.call}, ${fields.join()}`)).toEqual([])
  expect(new Set(rows.map(({ axis }) => axis)).size).toBeGreaterThan(20)
})

test('fields are found by reading: objects, lists, texts, and items of a kind', () => {
  const usage = { ...noUsage, inputText: 1 }
  const read: ReadAnswer = (_, answer) => {
    const { count, details, tier, items } = answer ?? {}
    if (typeof count !== 'number') return { usage: null }
    const audio = recordsOf(details).find(({ tokens, kind }) => typeof tokens === 'number' && kind === 'AUDIO')?.tokens
    const ran = recordsOf(items).some((one) => one.type === 'shell_call' && typeof one.id === 'string')
    return {
      usage: {
        ...usage,
        inputText: count,
        inputAudio: typeof audio === 'number' ? audio : 0,
        ...(typeof tier === 'string' && { served: { tier } }),
        ...(ran && { toolRuns: [{ tool: 'container_1g' as const, count: 1 }] }),
      },
    }
  }
  expect([...readAxes(read)]).toEqual([
    ['inputText', ['count']],
    ['tier', ['tier']],
    ['inputAudio', ['details[].tokens (`kind`: AUDIO)']],
    ['container_1g', ['items[].id (`type`: shell_call)']],
  ])
  expect(keysOf(noUsage).filter((part) => part !== 'reasoning' && !axes.includes(part))).toEqual([])
})
