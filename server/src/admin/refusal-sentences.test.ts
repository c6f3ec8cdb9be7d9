import { expect, test } from 'bun:test'
import { readReason } from '@sluice/contract/error-reasons'

/** Rooms that refuse with reasons for people; the formats of model APIs are for programs. */
const rooms = ['admin', 'identity', 'notify', 'payments', 'upkeep']
const source = new URL('..', import.meta.url).pathname

/** `reason: 'some words'` and `what: 'some words'`, the values that are translated when an error is answered. */
const spelled = /\b(?:reason|what): (?:'([^']* [^']*)'|`([^`]* [^`]*)`)/g

async function* sentences(): AsyncGenerator<{ file: string; text: string }> {
  for (const room of rooms)
    for await (const file of new Bun.Glob(`${room}/**/*.ts`).scan(source)) {
      if (file.includes('.test.') || file.includes('test-')) continue
      for (const [, plain, template] of (await Bun.file(`${source}${file}`).text()).matchAll(spelled))
        yield* [plain ?? (template ?? '').replace(/\$\{[^}]*\}/g, 'x9')]
          .filter((text) => text.includes(' '))
          .map((text) => ({ file, text }))
    }
}

test('whatever a service says of a refusal is a reason of the catalogue', async () => {
  const found: string[] = []
  let seen = 0
  for await (const { file, text } of sentences()) {
    seen++
    if (readReason(text) === null) found.push(`${file}: ${text}`)
  }
  expect(seen).toBeGreaterThan(10)
  expect(found).toEqual([])
})
