import { describe, expect, test } from 'bun:test'
import { channelTypes } from '@sluice/contract/channel-types'
import { type ChannelWrite, channelUpdate, channelWrite } from '@sluice/contract/channel-write'
import { render } from '@sluice/contract/messages/render'
import { parseOptions, reasonOfIssue } from '@sluice/contract/reason-of-issue'
import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import type { ChannelRow } from '../../store/schema.ts'
import { parseChannelChanges, parseNewChannel } from './parse-channel-write.ts'

const rules = { allowPrivate: true, secretBox: createSecretBox('secret') }
type ChannelUpdateBody = Omit<z.input<typeof channelUpdate>, 'id'>
const write = (body: ChannelWrite) => channelWrite.parse(body)
const base: ChannelWrite = { name: 'main', key: 'k1', models: 'gpt-4o' }
const parseNew = (body: ChannelWrite) => parseNewChannel(write({ ...base, ...body }), rules)

/** The English reasons of the refusal by field; empty if nothing is refused. */
function readRefusal(run: () => unknown): Record<string, string> {
  try {
    run()
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return Object.fromEntries(
      Object.entries(error.fields ?? {}).map(([field, reason]) => [field, render('en', 'reasons', reason)]),
    )
  }
  return {}
}
const refusedFields = (run: () => unknown): string[] => Object.keys(readRefusal(run))

describe('parseNewChannel', () => {
  test('fills in the defaults of a new channel', () => {
    const { keys, row } = parseNew({})
    expect(keys).toEqual(['k1'])
    expect(row).toMatchObject({
      type: 1,
      status: 1,
      group_names: 'default',
      auto_ban: 1,
      priority: 0,
      weight: 0,
      max_input_tokens: 0,
      expires_at: null,
      base_url: null,
    })
    expect(row).not.toHaveProperty('used_quota')
  })

  test('each missing field is named', () => {
    expect(refusedFields(() => parseNew({ name: '' }))).toEqual(['name'])
    expect(refusedFields(() => parseNew({ key: ' \n ' }))).toEqual(['key'])
    expect(refusedFields(() => parseNew({ models: ' , ' }))).toEqual(['models'])
  })

  test('each line of keys becomes a channel, unless multi_key_mode keeps them in one', () => {
    expect(parseNew({ key: 'a\r\n b \n\na\n' }).keys).toEqual(['a', 'b'])
    const multi = parseNew({ key: 'a\nb', multi_key_mode: 'random' })
    expect(multi.keys).toEqual(['a\nb'])
    expect(multi.row.setting).toBe('{"multi_key_mode":"random"}')
    expect(parseNew({ key: 'a\nb', setting: '{"multi_key_mode":"round_robin"}' }).keys).toHaveLength(1)
  })

  test('models and groups are kept once each, trimmed', () => {
    const { row } = parseNew({ models: 'b, a,b,,a', groups: [' vip', 'default', 'vip'] })
    expect(row.models).toBe('b,a')
    expect(row.group_names).toBe('vip,default')
  })

  test('groups of any total length are kept', () => {
    const groups = Array.from({ length: 30 }, (_, index) => `group-${index}`)
    expect(parseNew({ groups }).row.group_names).toBe(groups.join(','))
  })

  test('a value that no column or relay accepts is refused by field', () => {
    expect(refusedFields(() => parseNew({ models: 'x'.repeat(256) }))).toEqual(['models'])
    expect(refusedFields(() => parseNew({ groups: ['x'.repeat(64), 'ok'], group: 'y'.repeat(65) }))).toEqual(['group'])
    expect(refusedFields(() => parseNew({ type: 999 }))).toEqual(['type'])
    expect(refusedFields(() => parseNew({ base_url: 'ftp://x' }))).toEqual(['base_url'])
    expect(refusedFields(() => parseNew({ type: 8 }))).toEqual(['base_url'])
    expect(refusedFields(() => parseNew({ setting: '{"force_format":"yes"}' }))).toEqual(['setting.force_format'])
    expect(refusedFields(() => parseNew({ setting: '{"proxy":"ftp://x"}' }))).toEqual(['setting.proxy'])
    expect(refusedFields(() => parseNew({ setting: '{"proxy":"http://169.254.169.254"}' }))).toEqual(['setting.proxy'])
  })

  test('a text that is not a JSON object of valid values is refused by the schema', () => {
    for (const body of [
      { model_mapping: '{"a":1}' },
      { model_mapping: 'nope' },
      { status_code_mapping: '[400]' },
      { param_override: '3' },
    ])
      expect(channelWrite.safeParse(body).success).toBe(false)
  })
})

test('cost prices are kept as text; a wrong entry is refused by its name', () => {
  const text = '{"default":{"discount":0.6},"gpt-4o":{"ratio":1}}'
  expect(parseNew({ cost_prices: text }).row.cost_prices).toBe(text)
  expect(parseNew({}).row.cost_prices).toBeNull()
  expect(parseNew({ cost_prices: ' ' }).row.cost_prices).toBeNull()
  const refusals: [text: string, reason: string][] = [
    ['nope', 'is not valid JSON'],
    ['{"a":{"discount":-1}}', 'a must be {"discount": …}, {"ratio": …} or {"price": …}'],
    ['{"a":{"ratio":1,"price":1}}', 'a needs exactly one of ratio, price, second_price and character_price'],
    ['{"a":{"cache_ratio":1}}', 'a needs exactly one of ratio, price, second_price and character_price'],
    ['{"a":{"discount":0.5,"ratio":1}}', 'a must be {"discount": …}, {"ratio": …} or {"price": …}'],
  ]
  for (const [cost_prices, reason] of refusals) {
    const issue = channelWrite.safeParse({ cost_prices }, parseOptions).error?.issues[0]
    expect(issue && render('en', 'reasons', reasonOfIssue(issue))).toBe(reason)
  }
})

describe('parseChannelChanges', () => {
  const stored = {
    ...parseNew({ base_url: 'https://a.example', tag: 't', setting: '{"force_format":true}' }).row,
    id: 7,
    key_box: 'box',
    created_at: 0,
    used_quota: 0,
    // The columns that a change reads.
  } as ChannelRow
  const changed = (body: ChannelWrite, currentKeys = ['k1']) =>
    parseChannelChanges(write(body), stored, { ...rules, currentKeys })

  test('absent and empty fields change nothing, and an empty key keeps the stored one', () => {
    expect(changed({})).toEqual({ changes: {}, keys: null })
    expect(changed({ name: '', models: '', group: '', key: '' })).toEqual({ changes: {}, keys: null })
  })

  test('nullable fields can be emptied; 0 is a value', () => {
    expect(changed({ tag: '', base_url: null, auto_ban: 0, key: 'k1' }).changes).toEqual({
      tag: null,
      base_url: null,
      auto_ban: 0,
    })
  })

  test('only a difference is a change', () => {
    expect(changed({ name: 'main', priority: 0, base_url: 'https://a.example/', weight: 5 }).changes).toEqual({
      weight: 5,
    })
  })

  test('several keys in a channel need a mode, and going back to none needs one key', () => {
    expect(refusedFields(() => changed({ key: 'a\nb' }))).toEqual(['key'])
    expect(changed({ key: 'a\nb', multi_key_mode: 'random' })).toEqual({
      changes: { setting: '{"force_format":true,"multi_key_mode":"random"}' },
      keys: 'a\nb',
    })
    expect(refusedFields(() => changed({ multi_key_mode: '' }, ['a', 'b']))).toEqual(['key'])
  })

  describe('a stored key', () => {
    const moved = (body: ChannelUpdateBody, current: Partial<ChannelRow> = {}, more = {}) =>
      refusedFields(() =>
        parseChannelChanges(
          channelUpdate.parse({ id: 7, ...body }),
          { ...stored, ...current },
          { ...rules, ...more, currentKeys: ['k1'] },
        ),
      )
    const proxied = (proxy: string) => JSON.stringify({ proxy })
    const official = { base_url: null }
    const plain = { base_url: 'http://a.example' }

    test.each<[string, ChannelWrite, Partial<ChannelRow>]>([
      ['another host', { base_url: 'https://b.example' }, {}],
      ['another port', { base_url: 'https://a.example:8443' }, {}],
      ['the host without encryption', { base_url: 'http://a.example' }, {}],
      ['the own host of the type', { base_url: '' }, {}],
      ['a host instead of that of the type', { base_url: 'https://b.example' }, official],
      ['the host of another type', { type: 43 }, official],
      ['an unencrypted host through a proxy', { setting: proxied('http://p.example') }, plain],
      [
        'an unencrypted host through another proxy',
        { setting: proxied('http://q.example') },
        {
          ...plain,
          setting: proxied('http://p.example'),
        },
      ],
    ])('is not sent to %s', (_name, body, current) => {
      expect(moved(body, current)).toEqual(['key'])
      expect(moved({ ...body, key: 'k2', key_mode: 'append', multi_key_mode: 'random' }, current)).toContain('key')
    })

    test('stays where the host stays, and is replaced by a new one elsewhere', () => {
      expect(moved({ base_url: 'https://a.example/v2', setting: proxied('http://p.example') })).toEqual([])
      expect(moved({ base_url: 'https://A.example:443/' })).toEqual([])
      expect(moved({ type: 43 })).toEqual([])
      expect(moved({ base_url: 'https://api.openai.com' }, official)).toEqual([])
      expect(moved({ setting: '' }, { ...plain, setting: proxied('http://p.example') })).toEqual([])
      expect(moved({ base_url: 'https://b.example', key: 'k2' })).toEqual([])
      expect(moved({ base_url: 'https://b.example' }, {}, { mayMoveKeys: true })).toEqual([])
    })

    test('is not copied to another host', () => {
      const copy = (body: ChannelWrite, more = {}) =>
        refusedFields(() =>
          parseNewChannel(write({ name: 'b', ...body }), { ...rules, ...more }, { row: stored, keys: ['k1'] }),
        )
      expect(copy({})).toEqual([])
      expect(copy({ base_url: 'https://b.example' })).toEqual(['key'])
      expect(copy({ base_url: 'https://b.example', key: 'k2' })).toEqual([])
      expect(copy({ base_url: 'https://b.example' }, { mayMoveKeys: true })).toEqual([])
    })
  })

  test('a type that needs a base URL is refused without one', () => {
    expect(refusedFields(() => changed({ type: 8, base_url: '' }))).toEqual(['base_url'])
    expect(changed({ type: 8 }).changes).toEqual({ type: 8 })
  })

  test('an expiry in seconds is stored in milliseconds, and -1 means never', () => {
    expect(changed({ expired_time: 1_800_000_000 }).changes).toEqual({ expires_at: 1_800_000_000_000 })
    expect(changed({ expired_time: -1 }).changes).toEqual({})
  })
})

/** Valid values of the parts whose form is checked. */
const knownValues: Readonly<Record<string, string>> = {
  accountId: '023e105f4ecef8ad9ca31a8372d0c353',
  appId: '507f1f77bcf86cd799439011',
  region: 'us-east-1',
}

describe('a key of several parts', () => {
  test.each([
    [33, 'AK|SK|Frankfurt', 'key.region', '"Frankfurt" is not a region'],
    [33, 'AK||us-east-1', 'key.secretAccessKey', 'is required'],
    [33, 'one', 'key', 'the key must have the form'],
    [15, 'ak|', 'key.secretKey', 'is required'],
    [16, 'id', 'key', 'the key must have the form keyId.keySecret'],
    [18, 'app|secret', 'key', 'the key must have the form'],
    [23, 'id|', 'key.secretKey', 'is required'],
    [39, 'account|token', 'key.accountId', '"account" is not an account ID'],
    [41, '{"type":"service_account"}', 'key.serviceAccount', 'lacks client_email'],
    [41, 'two words', 'key.apiKey', 'must be an API key or the JSON'],
    [46, 'bce-v3/A|', 'key', ''],
  ])('of type %d: %p is refused at %s', (type, key, field, reason) => {
    const refused = readRefusal(() => parseNew({ type, key }))
    if (reason === '') expect(refused).toEqual({})
    else expect(refused[field]).toContain(reason)
  })

  // Every form with several parts, of every channel type.
  test.each(
    channelTypes.flatMap(({ id, keyForms }) =>
      keyForms.flatMap((form) =>
        form.parts.length > 1 ? [[id, form.parts.map(({ name }) => name).join(), form, keyForms] as const] : [],
      ),
    ),
  )('of type %d, %s, is refused with an empty part, and with too many or too few', (type, _, form, forms) => {
    const separator = form.separator ?? '|'
    const parts = form.parts.map(({ name }) => knownValues[name] ?? `${name}-1`)
    expect(readRefusal(() => parseNew({ type, key: parts.join(separator) }))).toEqual({})
    const wrong = form.parts.flatMap(({ isOptional }, index) => (isOptional ? [] : [parts.with(index, '')]))
    // A key without the last part of this form is a key of another one.
    if (form.lastPart === undefined) wrong.push([...parts, 'more', 'more', 'more'])
    // With another form, a single part may be valid.
    if (forms.length === 1 && form.parts.every(({ isOptional }) => !isOptional)) wrong.push(parts.slice(1))
    for (const key of wrong.map((keyParts) => keyParts.join(separator)))
      expect(Object.keys(readRefusal(() => parseNew({ type, key }))), key).toEqual([expect.stringMatching(/^key/)])
  })

  test('is refused as a whole among several', () => {
    const keys = 'AK|SK|us-east-1\nAK|SK|Frankfurt'
    expect(readRefusal(() => parseNew({ type: 33, key: keys, multi_key_mode: 'random' }))).toHaveProperty('key')
  })
})

describe('the field other', () => {
  const account = '023e105f4ecef8ad9ca31a8372d0c353'
  test.each([
    [3, 'v1', ''],
    [3, '2025-04-01-preview', ''],
    [3, 'latest', 'is not an API version'],
    [11, 'v2beta', ''],
    [17, '{"pdf_extracter":{}}', ''],
    [17, 'pdf', 'is not valid JSON'],
    [18, 'v3.1-128K', ''],
    [18, '2.0', 'must be one of v1.1, '],
    [21, '', 'is required'],
    [21, '1234', ''],
    [24, 'v1beta', ''],
    [24, '1', 'must be one of v1, v1beta, v1alpha'],
    [33, 'us-gov', ''],
    [33, 'us-east-1', 'is not the prefix of an inference profile'],
    [37, '', ''],
    [37, 'Workflow', ''],
    [37, 'bot', 'must be one of chat, agent, workflow, completion'],
    [39, account, ''],
    [39, 'me@example.com', 'is not an account ID'],
    [39, '', 'fill in the account ID'],
    [41, '{"claude-opus-5-5":"us-east5"}', 'must have an entry default'],
    [49, '7342866812345', ''],
    [49, 'my bot', 'is not the number of an agent'],
    [49, '', 'fill in the agent'],
  ])('of type %d: %p: %p', (type, other, reason) => {
    const keys: Record<number, string> = { 33: 'AK|SK|us-east-1', 41: 'AQ.Ab8RN6express' }
    const refused = readRefusal(() =>
      parseNew({ type, other, key: keys[type] ?? 'sk-1', base_url: 'https://a.example' }),
    )
    if (reason === '') expect(refused).toEqual({})
    else expect(refused.other).toContain(reason)
  })

  test('may be empty if the key, the models or the address contain the value', () => {
    expect(readRefusal(() => parseNew({ type: 39, key: `${account}|token` }))).toEqual({})
    const gateway = 'https://gateway.ai.cloudflare.com/v1/a/g/workers-ai'
    expect(readRefusal(() => parseNew({ type: 39, base_url: gateway }))).toEqual({})
    expect(readRefusal(() => parseNew({ type: 49, models: '7342866812345,7342866812346' }))).toEqual({})
  })
})
