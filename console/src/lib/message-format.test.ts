import { expect, test } from 'bun:test'
import type { Domain } from '@sluice/contract/messages/catalogue'
import { languages, type TextLanguage } from '@sluice/contract/messages/languages'
import { readerOf, renderStored } from '@sluice/contract/messages/render'
import { parseTemplate } from '@sluice/contract/messages/template'
import { texts } from '@sluice/contract/messages/texts'
import { createInstance } from 'i18next'

/** By any key and namespace: the types of the console's texts do not have these. */
type AnyTranslate = (key: string, values: Record<string, unknown>) => string

/** The server's messages by i18next, whose JSON format their files have. */
async function startI18next(language: TextLanguage): Promise<AnyTranslate> {
  const instance = createInstance()
  await instance.init({
    lng: language,
    resources: { [language]: texts[language] },
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  const t = instance.t as unknown as AnyTranslate
  instance.services.formatter?.add('count', String)
  for (const noun of new Set(Object.keys(texts.en.nouns).map((key) => key.replace(/_\w+$/, ''))))
    instance.services.formatter?.add(noun, (count: unknown) => t(noun, { ns: 'nouns', count }))
  return t
}

const forms = /_(?:zero|one|two|few|many|other)$/

test.each(languages)('i18next writes every message of the catalogue alike: %s', async (language) => {
  const t = await startI18next(language)
  const { texts: own } = readerOf(language)
  let written = 0
  for (const [domain, table] of Object.entries(own))
    for (const [key, text] of Object.entries(table)) {
      const code = key.replace(forms, '')
      const { places } = parseTemplate(text)
      const counted = places.find(({ format }) => format === 'count')?.name
      for (const number of [0, 1, 2, 5, 21, 1_000_000]) {
        const params = Object.fromEntries(places.map(({ name }) => [name, number]))
        const ours = renderStored(language, domain as Domain, { code, params })
        expect(t(code, { ns: domain, ...params, ...(counted && { count: number }) }), key).toBe(ours ?? '')
        written += 1
      }
    }
  expect(written).toBeGreaterThan(1_000)
})
