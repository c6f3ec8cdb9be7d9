import { describe, expect, test } from 'bun:test'
import { channelTagWrite } from '@sluice/contract/channel-batch'
import { customType } from '@sluice/contract/channel-types'
import { channelWrite } from '@sluice/contract/channel-write'
import {
  buildChannelWrite,
  buildCopyValues,
  buildFormValues,
  buildTagWrite,
  changesBetween,
  endsWithCall,
  endsWithV1,
  newChannelValues,
} from './channel-form.ts'
import { buildTestChannel } from './test-channel.ts'

const stored = buildTestChannel({
  name: 'one',
  models: 'gpt-4o,o3',
  group: 'default,vip',
  base_url: 'https://example.com',
  setting: '{"multi_key_mode":"random","force_format":true}',
  model_mapping: '{"a":"b"}',
  openai_organization: 'org-1',
  key_count: 2,
})

describe('a new channel', () => {
  const filled = { ...newChannelValues, name: ' one ', key: 'sk-1\n\n sk-2 \nsk-1', models: ['a', 'b'] }

  test('is written in the form that the server accepts', () => {
    const write = buildChannelWrite(filled)
    expect(channelWrite.safeParse(write).success).toBe(true)
    expect(write).toMatchObject({
      type: 1,
      name: 'one',
      key: 'sk-1\nsk-2',
      models: 'a,b',
      groups: ['default'],
      base_url: null,
      tag: null,
      auto_ban: 1,
      expired_time: -1,
    })
  })
  test('the field `other` is sent only for types that have it, and an empty one as its default', () => {
    const write = (type: number, other: string) => buildChannelWrite({ ...filled, type, other }).other
    expect(write(1, 'left over')).toBeUndefined()
    expect(write(24, ' v1 ')).toBe('v1')
    expect(write(24, '')).toBe('')
    expect(write(18, '')).toBe('v2.1')
    expect(write(41, '{"default":"us-east5"}')).toBe('{"default":"us-east5"}')
  })

  test('of a type other than OpenAI has no organization', () => {
    const write = buildChannelWrite({ ...filled, type: 8, openai_organization: 'org-1' })
    expect(write).not.toHaveProperty('openai_organization')
  })
})

describe('a stored channel', () => {
  const values = buildFormValues(stored)

  test('keeps its key out of the form and the key mode out of the setting', () => {
    expect(values).toMatchObject({ key: '', multi_key_mode: 'random', models: ['gpt-4o', 'o3'] })
    expect(JSON.parse(values.setting)).toEqual({ force_format: true })
  })
  test('without changes sends nothing', () => {
    expect(changesBetween(values, buildFormValues(stored))).toEqual({})
  })
  test('sends only the changed fields', () => {
    const changed = { ...values, name: 'two', key: 'sk-new', models: ['o3'], auto_ban: false, base_url: '' }
    expect(changesBetween(values, changed)).toEqual({
      name: 'two',
      key: 'sk-new',
      models: 'o3',
      auto_ban: 0,
      base_url: null,
    })
  })
  test('is copied under another name and without its key, which the console does not know', () => {
    expect(buildCopyValues(stored, 'one_copy')).toMatchObject({
      name: 'one_copy',
      key: '',
      groups: ['default', 'vip'],
    })
    const longName = 'x'.repeat(100)
    expect(buildCopyValues({ ...stored, name: longName }, `${longName}_copy`).name).toBe(longName)
  })
})

test('an address that ends with /v1 is recognised, with or without a slash at the end', () => {
  expect(['https://a.example/v1', 'https://a.example/v1/'].every(endsWithV1)).toBe(true)
  expect(['', 'https://a.example', 'https://a.example/v11', 'https://v1.example'].some(endsWithV1)).toBe(false)
})

test.each([
  [1, 'https://a.example/v1/chat/completions', true],
  [14, 'https://a.example/v1/messages/', true],
  [customType, 'https://a.example/v1/chat/completions', false],
  [1, 'https://a.example/responses-api', false],
  [1, 'https://a.example/v1', false],
  [1, '', false],
])('the address of a channel of type %p, %p, ends with the path of a call: %p', (type, url, isCall) => {
  expect(endsWithCall(type, url)).toBe(isCall)
})

describe('a tag', () => {
  const blank = {
    new_tag: 'east',
    model_mapping: ' ',
    param_override: '',
    header_override: '\n',
    models: [],
    groups: [],
  }

  test('whose fields were not changed sends nothing', () => {
    expect(buildTagWrite('east', blank)).toBeNull()
  })
  test('is dissolved by a blank name', () => {
    expect(buildTagWrite('east', { ...blank, new_tag: ' ' })).toEqual({ tag: 'east', new_tag: '' })
  })
  test('sends only the filled-in fields', () => {
    const write = buildTagWrite('east', {
      ...blank,
      models: ['a'],
      groups: ['vip'],
      model_mapping: '{"a":"b"}',
      header_override: ' {"X-A":"b"} ',
    })
    expect(channelTagWrite.safeParse(write).success).toBe(true)
    expect(write).toEqual({
      tag: 'east',
      models: ['a'],
      groups: ['vip'],
      model_mapping: '{"a":"b"}',
      header_override: '{"X-A":"b"}',
    })
  })
})
