import { expect, test } from 'bun:test'
import { dirname, join, relative } from 'node:path'

// A component and its style sheet name each other by text: the compiler checks neither class nor attribute.

const root = join(import.meta.dir, '..')
const read = (path: string) => Bun.file(path).text()
const list = (pattern: string) => [...new Bun.Glob(pattern).scanSync({ cwd: root, absolute: true })]
const components = new Map(
  await Promise.all(
    list('**/*.{ts,tsx}')
      .filter((path) => !path.includes('.test.'))
      .map(async (path) => [path, await read(path)] as const),
  ),
)
const sheets = new Map(await Promise.all(list('**/*.css').map(async (path) => [path, await read(path)] as const)))

test('components use only classes that their style sheet has', () => {
  const missing: string[] = []
  for (const [path, code] of components)
    for (const [, name = '', sheet = ''] of code.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)) {
      const styles = sheets.get(join(dirname(path), sheet)) ?? ''
      const used = new Set(
        [...code.matchAll(new RegExp(`[^'/\\w-]${name}\\.(\\w+)`, 'g'))].map((found) => found[1] ?? ''),
      )
      for (const one of used) if (!new RegExp(`\\.${one}\\b`).test(styles)) missing.push(`${path}: ${name}.${one}`)
    }
  expect(missing).toEqual([])
})

test('style sheets select only data attributes that a component sets', () => {
  const code = [...components.values()].join('\n')
  const isSet = (name: string) => {
    const property = name.slice('data-'.length).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    return code.includes(name) || code.includes(`dataset.${property}`)
  }
  const selected = [...sheets].flatMap(([path, styles]) =>
    [...styles.matchAll(/\[(data-[\w-]+)/g)].map(([, name = '']) => ({ path, name })),
  )
  expect(selected.length).toBeGreaterThan(20)
  expect(selected.filter(({ name }) => !isSet(name))).toEqual([])
})

// Rules that repeat the body of another are a primitive that is missing: see `components/layout.tsx`, `card.tsx`,
// `facts.tsx` and `text.module.css`.

/** The rules of a sheet with their declarations in order of the alphabet; a step of an animation is none. */
const readRules = (sheet: string) =>
  [...sheet.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{([^{}]+)\}/g)].flatMap(
    ([, selector = '', body = '']) => {
      const declarations = body
        .split(';')
        .flatMap((text) => (text.trim() === '' ? [] : [text.trim().replaceAll(/\s+/g, ' ')]))
      return /^\s*(from|to|[\d.]+%)/.test(selector)
        ? []
        : [{ selector: selector.trim(), declarations: declarations.sort() }]
    },
  )

const rules = [...sheets]
  .filter(([path]) => path.endsWith('.module.css'))
  .flatMap(([path, sheet]) => readRules(sheet).map((rule) => ({ ...rule, path: relative(root, path) })))
const rulesByBody = Map.groupBy(rules, ({ declarations }) => declarations.join('; '))
const repeated = [...rulesByBody].filter(([, same]) => same.length > 1)

/** Lowered with each repetition that goes: of all bodies, and those of three or more declarations. */
const repetitionsMax = { all: 247, long: 0 }

const countRepetitions = (least: number) =>
  repeated
    .filter(([, [first]]) => (first?.declarations.length ?? 0) >= least)
    .reduce((sum, [, same]) => sum + same.length - 1, 0)

test('few rules repeat the body of another', () => {
  expect(rules.length).toBeGreaterThan(1000)
  expect(countRepetitions(1)).toBeLessThanOrEqual(repetitionsMax.all)
  expect(countRepetitions(3)).toBeLessThanOrEqual(repetitionsMax.long)
})
