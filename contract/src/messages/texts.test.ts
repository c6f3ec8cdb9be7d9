import { describe, expect, test } from 'bun:test'
import { isChinese } from '../test-texts.ts'
import { keysOf } from '../typed-keys.ts'
import type { Domain, Table } from './catalogue.ts'
import english from './en/all.ts'
import { languages } from './languages.ts'
import { parseTemplate } from './template.ts'
import { texts } from './texts.ts'

const domains = keysOf(english)
const categories = ['zero', 'one', 'two', 'few', 'many', 'other'] as const
/** A key in parts: its code, then the suffix of a variant, then that of a plural form. */
const suffixes = new RegExp(`^(?<code>.+?)(?:_(?<variant>console|predicate))?(?:_(?<form>${categories.join('|')}))?$`)

interface Text {
  code: string
  variant: string | undefined
  form: string | undefined
  text: string
}

const textsIn = (table: Table | undefined): Text[] =>
  Object.entries(table ?? {}).map(([key, text]) => {
    const { code = '', variant, form } = suffixes.exec(key)?.groups ?? {}
    return { code, variant, form, text }
  })

/** The placeholders of a text with their formats, in any order. */
const placesOf = (text: string): string[] =>
  parseTemplate(text)
    .places.map(({ name, format }) => `${name} ${format}`)
    .toSorted()

/** The placeholders of each code, by the English text. */
const placesIn = (domain: Domain): Map<string, string[]> =>
  new Map(textsIn(english[domain]).flatMap(({ code, variant, text }) => (variant ? [] : [[code, placesOf(text)]])))

describe.each(languages.flatMap((language) => domains.map((domain) => [language, domain] as const)))(
  '%s %s',
  (language, domain) => {
    const own = textsIn(texts[language][domain])

    test('has a text for every code', () => {
      expect(new Set(own.map(({ code }) => code))).toEqual(new Set(placesIn(domain).keys()))
      for (const { code, text } of own) {
        if (!optional.has(domain)) expect(text.trim(), code).not.toBe('')
      }
    })

    test('every text has the values of its code, in the same formats', () => {
      const places = placesIn(domain)
      for (const { code, variant, text } of own) {
        const expected = places.get(code) ?? []
        // Texts for the console may leave out what only programs know.
        if (variant === 'console') expect(expected).toEqual(expect.arrayContaining(placesOf(text)))
        else expect(placesOf(text), code).toEqual(expected)
      }
    })

    test('a text with a count has exactly the plural forms of the language', () => {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
      const byText = Map.groupBy(own, ({ code, variant = '' }) => `${code} ${variant}`)
      for (const [name, group] of byText) {
        const hasCount = group.some(({ text }) => placesOf(text).some((place) => place.endsWith(' count')))
        const found = group.map(({ form = '' }) => form).toSorted()
        expect(found, name).toEqual(hasCount ? forms : [''])
      }
    })

    test('the texts are in the language', () => {
      for (const { code, text } of own) {
        const words = text.replaceAll(/\{\{[^}]*\}\}/g, '')
        if (language === 'en') expect(isChinese(words), code).toBe(false)
        if (language === 'zh' && /[a-z]{2}/i.test(words) && !named.has(code)) expect(isChinese(words), code).toBe(true)
      }
    })
  },
)

/** Words of grammar that a language may not need. */
const optional: ReadonlySet<Domain> = new Set(['grammar'])
/** Names that are the same in every language. */
const named: ReadonlySet<string> = new Set(['byWebhook', 'redis'])

/** `at most {{max}} keys`: with the number 1, such a text is wrong. */
const countedNoun = /\{\{(?:max|min|limit|seconds|minutes|days|total|tests|number)\}\} [a-z]{2,}s\b/

test('an English text has plural forms where a noun follows a number', () => {
  const found = domains.flatMap((domain) => textsIn(english[domain]).filter(({ text }) => countedNoun.test(text)))
  expect(found.map(({ code }) => code)).toEqual([])
})
