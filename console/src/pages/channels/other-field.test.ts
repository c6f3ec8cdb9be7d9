import { describe, expect, test } from 'bun:test'
import { channelTypes, needsBaseUrl } from '@sluice/contract/channel-types'
import en from '../../locales/en/channel-editor.ts'
import zh from '../../locales/zh/channel-editor.ts'
import { baseUrlHelpOf, type OtherField, otherFieldOf } from './other-field.ts'

/** The name of the field of a type, and the value that an empty one means; all other types have no such field. */
const fields: Readonly<Record<number, readonly [name: OtherField['name'], standsFor?: string]>> = {
  3: ['apiVersion', '2024-10-21'],
  17: ['plugin'],
  18: ['modelVersion', 'v2.1'],
  21: ['library'],
  24: ['geminiVersion'],
  33: ['inferenceProfile'],
  37: ['app', 'chat'],
  39: ['account'],
  41: ['region'],
  49: ['agent'],
}
/** The help for the base URL, where it is not the general one. */
const helps: Readonly<Record<number, string>> = {
  2: 'service',
  3: 'azure',
  5: 'service',
  8: 'whole',
  22: 'privately',
  36: 'service',
  4: 'local',
  47: 'own',
  59: 'own',
  60: 'own',
}

describe.each(channelTypes.map(({ id, label }) => ({ id, label })))('a channel of $label', ({ id }) => {
  test('has its own field, with a label and help in both languages', () => {
    const field = otherFieldOf(id)
    const [name, standsFor] = fields[id] ?? []
    expect([field?.name, field?.standsFor]).toEqual([name, standsFor])
    if (!field) return
    for (const { other } of [en, zh])
      for (const text of [other[field.name], other[`${field.name}Help`]]) expect(text.length).toBeGreaterThan(1)
    expect(field.example).not.toBe('')
    if (field.standsFor && field.choices) expect(field.choices).toContain(field.standsFor)
    if (field.template) expect(() => JSON.parse(field.template ?? '')).not.toThrow()
  })

  test('has help for its base URL wherever it needs one', () => {
    expect<string>(baseUrlHelpOf(id)).toBe(helps[id] ?? 'plain')
    if (needsBaseUrl(id)) expect(helps[id]).toBeDefined()
  })
})

test('the JSON template of the region begins with the usual region', () => {
  expect(JSON.parse(otherFieldOf(41)?.template ?? '')).toMatchObject({ default: 'us-central1' })
})
