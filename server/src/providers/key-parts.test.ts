import { describe, expect, test } from 'bun:test'
import { channelTypes } from '@sluice/contract/channel-types'
import { joinKey, type KeyForm, type KeyPartName } from '@sluice/contract/key-forms'
import { providerOf } from './index.ts'

// The provider of a channel type reads the key forms that the type declares for the console's editor.

const account = JSON.stringify({
  type: 'service_account',
  client_email: 'a@b.example',
  project_id: 'p',
  private_key: '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n',
})
const validValues: Partial<Record<KeyPartName, string>> = {
  apiKey: 'AQ.Ab8RN6J4xQp-0123456789abcdefghij',
  appId: '507f1f77bcf86cd799439011',
  region: 'eu-central-1',
  accountId: '023e105f4ecef8ad9ca31a8372d0c353',
  serviceAccount: account,
}
const fillParts = ({ parts }: KeyForm, empty?: KeyPartName): Partial<Record<KeyPartName, string>> =>
  Object.fromEntries(parts.map(({ name }) => [name, name === empty ? '' : (validValues[name] ?? `my-${name}`)]))

describe.each(channelTypes.map(({ id, label, keyForms }) => ({ id, label, keyForms })))('$label', (type) => {
  const { id, keyForms } = type
  const parse = providerOf(id)?.parseKey
  const hasParts = keyForms.flatMap(({ parts }) => parts).length > 1

  test('reads its keys by parts if its forms have parts', () => {
    expect(providerOf(id)).toBeDefined()
    expect(parse !== undefined).toBe(hasParts)
  })

  for (const form of hasParts ? keyForms : [])
    test(`takes the form ${form.name}, and names a part that is missing`, () => {
      const key = joinKey(form, fillParts(form))
      expect(parse?.(key)).toMatchObject({ ok: true })
      const required = form.parts.filter(({ isOptional }) => !isOptional)
      // Without one of two parts, the rest may be a key of another form.
      if (required.length < 2) return
      for (const { name } of required) {
        const parsed = parse?.(joinKey(form, fillParts(form, name)))
        expect(parsed).toMatchObject({ ok: false, part: name, reason: { code: 'required' } })
      }
    })
})
