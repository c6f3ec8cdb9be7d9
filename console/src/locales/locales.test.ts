import { describe, expect, test } from 'bun:test'
import { texts as messages } from '@sluice/contract/messages/texts'

const root = new URL('..', import.meta.url).pathname
const pathsOf = (pattern: string): string[] => [...new Bun.Glob(pattern).scanSync(root)].sort()
const areas = pathsOf('locales/zh/*.ts').map((path) => path.replace(/^locales\/zh\/|\.ts$/g, ''))

function flatten(texts: object, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>()
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') flat.set(prefix + key, value)
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text)
  }
  return flat
}

const textsOf = async (language: 'zh' | 'en', area: string): Promise<Map<string, string>> =>
  flatten((await import(`./${language}/${area}.ts`)).default)

const namesIn = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort()
const withoutPlural = (key: string): string => key.replace(/_(one|other)$/, '')

const sources = await Promise.all(
  pathsOf('**/*.{ts,tsx}')
    .filter((path) => !path.startsWith('locales/') && !/\.(test\.tsx?|d\.ts)$/.test(path))
    .map(async (path) => ({ path, code: await Bun.file(root + path).text() })),
)
const allCode = sources.map(({ code }) => code).join('\n')
/** `t(`nav.${label}`)` and `t(`${kind}.add`)`: every key of such a form may be used. */
const usedForms = [...allCode.matchAll(/`(?:\w+:)?([\w.]*\$\{[^`]*)`/g)]
  .map(([, form = '']) => form.split(/\$\{[^}]*\}/))
  .filter((parts) => parts.every((part) => /^[\w.]*$/.test(part)) && parts.some((part) => part.includes('.')))
  .map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w.]+')}`))

describe.each(areas)('texts of %s', (area) => {
  test('exist in both languages, with the same values filled in', async () => {
    const [zh, en] = await Promise.all([textsOf('zh', area), textsOf('en', area)])
    expect(new Set([...en.keys()].map(withoutPlural))).toEqual(new Set([...zh.keys()].map(withoutPlural)))
    for (const [key, text] of zh) {
      expect(text.trim(), key).not.toBe('')
      expect(namesIn(en.get(key) ?? ''), key).toEqual(namesIn(text))
    }
  })

  // All pages share `common`. A text of it may exist before a page uses it.
  if (area === 'common') return
  test('are used', async () => {
    const keys = new Set([...(await textsOf('zh', area)).keys()].map(withoutPlural))
    const unused = [...keys].filter(
      (key) =>
        !allCode.includes(`'${key}'`) &&
        !allCode.includes(`'${area}:${key}'`) &&
        !usedForms.some((form) => form.test(key)),
    )
    expect(unused).toEqual([])
  })
})

/** Names that are written with capitals. */
const properNames =
  /Claude Code|OpenAI (Chat|Responses)|Anthropic Messages|Alibaba Qwen|Black Forest Labs|WeChat (Pay|Server)|Google Search|Linux DO/g
/** Two words or more, each with a capital: `Check Balance`, and not `Check balance`. */
const titleCase = /^\p{Lu}\p{Ll}+( \p{Lu}\p{Ll}+)+$/u

test('headings, labels and buttons are written as sentences, not in Title Case', async () => {
  const catalogues = [flatten(messages.en), ...(await Promise.all(areas.map((area) => textsOf('en', area))))]
  const texts = catalogues.flatMap((catalogue) => [...catalogue])
  const found = texts.filter(([, text]) => titleCase.test(text.replaceAll(properNames, '').trim()))
  expect(found).toEqual([])
})

/** The position at which the bracket at `start` closes; strings and nested brackets are skipped. */
function findClosing(code: string, start: number): number {
  let depth = 0
  for (let at = start; at < code.length; at++) {
    const sign = code.charAt(at)
    if (`'"\``.includes(sign)) at = code.indexOf(sign, at + 1)
    if (at < start) return -1
    if ('([{'.includes(sign)) depth++
    if (')]}'.includes(sign) && --depth === 0) return at
  }
  return -1
}

/** The calls of `t` whose key is in the code: a pattern of the key, and the names of the values that are passed. */
function translations(code: string): { key: RegExp; given: Set<string> }[] {
  const found: { key: RegExp; given: Set<string> }[] = []
  for (const call of code.matchAll(/(?<![\w$])t\(\s*(?:'([^']+)'|`([^`]+)`)\s*(,\s*\{)?/g)) {
    const [head, literal, pattern = '', values] = call
    const end = findClosing(code, code.indexOf('(', call.index))
    const given = values ? code.slice(call.index + head.length, end) : ''
    // Values that are not listed in the call may have any name.
    if (end < 0 || given.includes('...') || (!values && code.slice(call.index + head.length, end).trim() !== ''))
      continue
    const key = literal ?? pattern
    const source = key
      .split(/\$\{[^}]*\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('\\w+')
    found.push({
      key: new RegExp(`^${source}(_one|_other)?$`),
      given: new Set([...given.matchAll(/(\w+)\s*(?=[:,}\s])/g)].map(([, name]) => name ?? '')),
    })
  }
  return found
}

test('the values of a call are read from its code', () => {
  const [plain, templated] = translations(
    'a(t(`ask.$' + '{x}.title`, { name, id: f(b) }), t("no"), t(\'x.y\'))',
  ).reverse()
  expect(plain?.key.test('x.y')).toBe(true)
  expect(templated?.key.test('ask.delete.title')).toBe(true)
  expect([...(templated?.given ?? [])]).toContain('id')
})

describe('a call passes every value that its text contains', async () => {
  const texts = new Map(await Promise.all(areas.map(async (area) => [area, await textsOf('zh', area)] as const)))
  test.each(sources)('$path', ({ code }) => {
    const named = [...code.matchAll(/(?:useTranslation\(|TFunction<)(\[[^\]]*\]|'\w+')/g)].flatMap(([, names = '']) =>
      [...names.matchAll(/'(\w+)'/g)].map(([, name]) => name ?? ''),
    )
    const own = named.length > 0 ? named : ['common']
    const missing = translations(code).flatMap(({ key, given }) => {
      const possible = own.flatMap((area) =>
        [...(texts.get(area) ?? [])].filter(([name]) => key.test(name) || key.test(`${area}:${name}`)),
      )
      // The pattern of a key with a variable also matches texts that the call never shows. If the call passes no
      // values, the texts without values are assumed.
      if (given.size === 0 && possible.some(([, text]) => namesIn(text).length === 0)) return []
      return possible.flatMap(([name, text]) =>
        namesIn(text)
          .filter((value) => !given.has(value))
          .map((value) => `${name}: {{${value}}}`),
      )
    })
    expect(missing).toEqual([])
  })
})

/** Names that are the same in every language. */
const allowed = new Set(['Ctrl/⌘', 'K', 'g'])
const isHuman = (text: string): boolean => /[A-Za-z\u4e00-\u9fff]/.test(text) && !allowed.has(text.trim())

/** A list or a colon written in code, which would be the same in Chinese: `{name}: {text}`, `names.join(', ')`. */
const westernMarks = /\}:\{' '\}|\}: \$\{|\.join\(', '\)/

test('lists are joined by `formatList`, and colons come from the texts', () => {
  const found = sources.filter(({ path, code }) => path.endsWith('.tsx') && westernMarks.test(code))
  expect(found.map(({ path }) => path)).toEqual([])
})

/** In compiled code, JSX text is a string literal in a known place, and comments and types are removed. */
function hardCodedTexts(code: string): string[] {
  const compiled = new Bun.Transpiler({ loader: 'tsx', tsconfig: { compilerOptions: { jsx: 'react-jsx' } } })
    .transformSync(code)
    .replace(/^import .*$/gm, '')
  const properties = compiled.matchAll(
    /(?:children|title|placeholder|label|alt|"aria-label"|okText|cancelText|content): "((?:[^"\\]|\\.)*)"/g,
  )
  const lines = compiled.matchAll(/^\s*"((?:[^"\\]|\\.)*)",?$/gm)
  const fromProperties = [...properties].map(([, text]) => text ?? '').filter(isHuman)
  const fromChildren = [...lines].map(([, text]) => text ?? '').filter((text) => /\s|^[A-Z]|[\u4e00-\u9fff]/.test(text))
  return [...fromProperties, ...fromChildren.filter(isHuman)]
}

test('the search for hard-coded text finds it', () => {
  expect(hardCodedTexts('const a = <p title="Hello">删除 {name} now</p>').length).toBeGreaterThanOrEqual(2)
  expect(hardCodedTexts('const a = <p title={t("a")}>{t("b.c")}</p>')).toEqual([])
})

test.each(sources.filter(({ path }) => path.endsWith('.tsx')))(
  '$path has its texts in the locale files',
  ({ code }) => {
    expect(hardCodedTexts(code)).toEqual([])
  },
)
