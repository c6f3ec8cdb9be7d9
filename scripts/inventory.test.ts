import { expect, test } from 'bun:test'
import { buildLicenceText, buildSbom, dataSets, readLicences } from './inventory.ts'

const packages = readLicences()

test('every package of the product is listed with its licence, and no package that only development needs', () => {
  const names = packages.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['hono', 'react', 'kysely', 'bun']))
  expect(names).not.toContain('@playwright/test')
  expect(packages.filter(({ licence }) => licence === '')).toEqual([])
})

test('a text that several packages share appears once', () => {
  const text = buildLicenceText([
    { name: 'a', version: '1.0.0', licence: 'MIT', text: 'The MIT text' },
    { name: 'b', version: '2.0.0', licence: 'MIT', text: 'The MIT text' },
    { name: 'c', version: '3.0.0', licence: 'ISC', text: '' },
  ])
  expect(text).toContain('a 1.0.0: MIT\nb 2.0.0: MIT\nc 3.0.0: ISC\n')
  expect(text).toContain('a 1.0.0, b 2.0.0\n\nThe MIT text')
  expect(text.match(/The MIT text/g)).toHaveLength(1)
  expect(text).toStartWith('Sluice\nCopyright 2026 The Sluice authors\n')
  for (const { name } of dataSets) expect(text).toContain(name)
})

test('the bill of materials is CycloneDX, and has every package with its version', () => {
  const bom = buildSbom(packages)
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'sluice' } } })
  const listed = new Set(bom.components.map((component) => component['bom-ref']))
  expect(packages.map(({ name, version }) => `${name}@${version}`).filter((ref) => !listed.has(ref))).toEqual([])
  expect([...listed].filter((ref) => ref.startsWith('@playwright/'))).toEqual([])
  for (const { name, version } of dataSets)
    expect(bom.components).toContainEqual(expect.objectContaining({ type: 'data', name, version }))
  const refs = new Set([...listed, bom.metadata.component['bom-ref']])
  const named = bom.dependencies.flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn])
  expect(named.filter((ref) => !refs.has(ref))).toEqual([])
}, 120_000)
