import { describe, expect, test } from 'bun:test'
import type { Channel } from '@sluice/contract/channel'
import { channelCreate, channelUpdate } from '@sluice/contract/channel-write'
import { makeReason } from '@sluice/contract/error-reasons'
import { type Answers, refuse } from '../../../test/fake-api.ts'
import { sampleChannel } from '../../../test/sample-channel.ts'
import { fireEvent, screen, visit, waitFor, within } from '../../../test/visit.tsx'
import { ChannelDrawer } from './channel-drawer.tsx'
import { channelEditorAnswers } from './test-channel.ts'

const fields = { ...channelCreate.shape, ...channelUpdate.shape }
type Field = keyof typeof fields

/** A wrong value, and the message of the field in each language. */
interface Wrong {
  typed: string
  en: RegExp
  zh: RegExp
  /** The value is typed as JSON: the field is switched to its JSON view first. */
  isJson?: true
  /** The last part of the id of the control, where it is not that of the whole field. */
  control?: string
}

/** Where the editor shows a field: the last part of the id of its control. */
interface Place {
  control: string
  /** A type of channels that has the field. */
  type?: number
  /** Empty if the field offers only valid choices. */
  wrong: readonly Wrong[]
}

/** A field of the body that the editor does not have. */
interface Absent {
  /** The reason. */
  absent: string
}

const textOfLength = (count: number): string => 'x'.repeat(count)
const longerThan = (max: number) => ({
  typed: textOfLength(max + 1),
  en: new RegExp(`longer than ${max}`),
  zh: new RegExp(`${max}`),
})
const notLess = (min: number) => ({
  typed: String(min - 1),
  en: new RegExp(`less than ${min}`),
  zh: new RegExp(`不能小于 ${min}`),
})
const notNumber = { typed: 'many', en: /must be a number/i, zh: /必须是数字/ }
const ascii = { typed: '组织', en: /English letters, digits and signs/, zh: /英文/ }

/** A row for each field of the bodies; the compiler reports a missing one. */
const table: Record<Field, Place | Absent> = {
  id: { absent: 'the address names it' },
  copy_of: { absent: 'the address names it' },
  status: { absent: 'the list switches channels' },
  mode: { absent: 'for other clients' },
  channel: { absent: 'for other clients' },
  batch_add_set_key_prefix_2_name: { absent: 'for other clients' },
  type: { control: 'type', wrong: [] },
  key: { control: 'key', wrong: [{ ...ascii, typed: 'sk-密钥' }] },
  key_mode: { control: 'key_change', wrong: [] },
  name: {
    control: 'name',
    wrong: [
      { typed: ' ', en: /Enter the channel name$/, zh: /请填写渠道名称$/ },
      longerThan(100),
      { typed: 'a\u200bb', en: /invisible characters/, zh: /不可见字符/ },
    ],
  },
  weight: { control: 'weight', wrong: [notLess(0), notNumber] },
  priority: {
    control: 'priority',
    wrong: [notNumber, { typed: '1.5', en: /whole number/, zh: /整数/ }],
  },
  openai_organization: { control: 'openai_organization', wrong: [ascii, longerThan(255)] },
  test_model: { control: 'test_model', wrong: [longerThan(255)] },
  base_url: {
    control: 'base_url',
    wrong: [
      { typed: 'example', en: /not a valid address/, zh: /地址/ },
      { typed: 'ftp://a.example', en: /must begin with http/, zh: /http/ },
      { typed: 'https://me:secret@a.example', en: /name or password/, zh: /密码/ },
      { typed: 'https://a.example/?x=1', en: /must not contain a query/, zh: /查询参数/ },
      longerThan(2_048),
    ].map((value) => (value.typed.startsWith('x') ? { ...value, typed: `https://a.example/${value.typed}` } : value)),
  },
  other: { control: 'other', type: 21, wrong: [{ typed: ' ', en: /Fill in this field/, zh: /请填写此项/ }] },
  models: {
    control: 'models',
    wrong: [{ typed: textOfLength(256), en: /model name too long/i, zh: /模型名称过长/, control: 'custom' }],
  },
  group: { control: 'groups', wrong: [] },
  groups: { control: 'groups', wrong: [] },
  model_mapping: {
    control: 'model_mapping',
    wrong: [
      { typed: '{"a":', en: /not valid JSON/, zh: /JSON/, isJson: true },
      { typed: '{"a":1}', en: /Entry a must be text/, zh: /必须是文本/, isJson: true },
      { typed: '{"a":"b","b":"a"}', en: /a: other mappings lead back/, zh: /又指回/, isJson: true },
    ],
  },
  status_code_mapping: {
    control: 'status_code_mapping',
    wrong: [{ typed: '{"400":"999"}', en: /Row 1 needs status codes/, zh: /第 1 行/, isJson: true }],
  },
  auto_ban: { control: 'auto_ban', wrong: [] },
  tag: { control: 'tag', wrong: [longerThan(64)] },
  setting: {
    control: 'setting',
    wrong: [
      { typed: 'a.example:80', en: /beginning with http/, zh: /http/, control: 'setting_parts_proxy' },
      { typed: '-5', en: /Requests per minute: must not be less than 0/, zh: /每分钟请求数/, control: 'rpm' },
      { typed: 'many', en: /Requests per minute: must be a number/, zh: /每分钟请求数/, control: 'rpm' },
      { typed: '{"multi_key_mode":"x"}', en: /Order of keys: this is not one of/, zh: /多密钥模式/ },
      { typed: '{"proxy":', en: /not valid JSON/, zh: /JSON/ },
    ],
  },
  param_override: {
    control: 'param_override',
    wrong: [
      { typed: '[1]', en: /must be an object/i, zh: /对象/, isJson: true },
      {
        typed: '{"operations":[{"mode":"append","path":"a"}]}',
        en: /Operations, entry 1: an operation is wrong/,
        zh: /操作有误/,
        isJson: true,
      },
    ],
  },
  header_override: {
    control: 'header_override',
    wrong: [
      { typed: '{"X-A":"one\\ntwo"}', en: /Entry X-A must consist of English/, zh: /X-A/, isJson: true },
      { typed: '{"Host":"x"}', en: /Host: this header follows/, zh: /不能修改/, isJson: true },
    ],
  },
  remark: { control: 'remark', wrong: [longerThan(255)] },
  max_input_tokens: { control: 'max_input_tokens', wrong: [notLess(0), notNumber] },
  expired_time: {
    control: 'expired_time',
    wrong: [{ typed: '2020-01-01T00:00', en: /This time has passed/, zh: /该时间已过/ }],
  },
  cost_prices: {
    control: 'cost_prices',
    wrong: [
      { typed: '{"o3":{"discount":-1}}', en: /Row 1 needs a number/, zh: /第 1 行/, isJson: true },
      { typed: '{"o3":{"ratio":1,"price":1}}', en: /Entry o3 needs exactly one/, zh: /o3/, isJson: true },
    ],
  },
  multi_key_mode: { control: 'multi_key_mode', wrong: [] },
}

const places = Object.entries(table).flatMap(([field, place]) =>
  'absent' in place ? [] : [{ field, type: 1, ...place }],
)
const types = [...new Set(places.map(({ type }) => type))]

/** A channel of the type with two keys, so that the editor shows every field of the type. */
const buildChannel = (type: number): Channel => ({
  ...sampleChannel,
  type,
  base_url: 'https://a.example',
  key_count: 2,
  other: 'own',
  channel_info: {
    ...sampleChannel.channel_info,
    is_multi_key: true,
    multi_key_size: 2,
    multi_key_mode: 'random',
  },
  setting: '{"multi_key_mode":"random"}',
})

const answersFor = (channel: Channel): Answers => ({
  ...channelEditorAnswers(channel),
  'POST /api/channel/multi_key/manage': () => ({
    data: {
      keys: [],
      total: 2,
      page: 1,
      page_size: 10,
      total_pages: 1,
      enabled_count: 2,
      manual_disabled_count: 0,
      auto_disabled_count: 0,
    },
  }),
})

/** Enough to check all fields of the form on a slow machine. */
const timeoutMs = 300_000

async function openEditor(type: number, language: 'en' | 'zh') {
  const shown = await visit(<ChannelDrawer open={{ kind: 'edit', id: 7 }} onClose={() => undefined} />, {
    answers: answersFor(buildChannel(type)),
    language,
  })
  await waitFor(() => findControl('name'))
  return shown
}

function findControl(name: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(
    name === 'custom' ? 'input[aria-label*="comma"], input[aria-label*="逗号"]' : `[id$="${name}"]`,
  )
  if (found === null) throw new Error(`there is no control ${name}`)
  return found
}

/** The error message of the field of a control; empty if there is none. */
function readFault(name: string): string {
  for (let item = findControl(name).closest('.ant-form-item'); item; ) {
    const fault = item.querySelector('.ant-form-item-explain-error')
    if (fault) return fault.textContent ?? ''
    item = item.parentElement?.closest('.ant-form-item') ?? null
  }
  return ''
}

/** Types a wrong value, and returns the control that it was typed into. */
function typeWrong(place: { control: string }, { typed, isJson, control = place.control }: Wrong): string {
  if (isJson === true) {
    const item = findControl(control).closest<HTMLElement>('.ant-form-item')
    if (item) fireEvent.click(within(item).getByText('JSON'))
  }
  const input = findControl(control)
  fireEvent.focus(input)
  fireEvent.change(input, { target: { value: typed } })
  fireEvent.blur(input)
  return control
}

const save = () => {
  const buttons = screen.getAllByRole('button', { name: /^(Save|保存)$/ })
  const [button] = buttons
  if (button === undefined) throw new Error('there is no button to save')
  fireEvent.click(button)
}

describe.each(['en', 'zh'] as const)('in %s', (language) => {
  for (const type of types) {
    const shown = places.filter((place) => place.type === type)

    test(
      `a wrong value of a channel of type ${type} is refused at its field, and stays as it was typed`,
      async () => {
        const { api } = await openEditor(type, language)
        for (const place of shown)
          for (const wrong of place.wrong) {
            const control = typeWrong(place, wrong)
            const isList = control === 'custom'
            const field = isList ? 'models' : control
            await waitFor(() => {
              const fault = readFault(field)
              if (!wrong[language].test(fault)) throw new Error(`${field}, ${wrong.typed}: the message is "${fault}"`)
            })
            if (!isList) expect((findControl(control) as HTMLInputElement).value).toBe(wrong.typed)
          }
        api.takeCalls()
        save()
        await waitFor(() => {
          if (readFault(shown.find(({ wrong }) => wrong.length > 0)?.control ?? '') === '')
            throw new Error('the form is not refused')
        })
        expect(api.takeCalls().map(({ key }) => key)).not.toContain('PUT /api/channel/')
      },
      timeoutMs,
    )

    test(
      `a refusal of the server of type ${type} is shown at each field, and nothing is lost`,
      async () => {
        const { api } = await openEditor(type, language)
        fireEvent.change(findControl('name'), { target: { value: 'West' } })
        // Each field has a reason of its own.
        const reasons = shown.map(({ field }, index) => [field, makeReason('notLonger', { max: 900 + index })] as const)
        const [[, reason] = ['', makeReason('isNotValid')]] = reasons
        api.answer({
          'PUT /api/channel/': () => refuse('invalid_parameters', { reason }, Object.fromEntries(reasons)),
        })
        save()
        await waitFor(() => {
          if (readFault(shown[0]?.control ?? '') === '') throw new Error('nothing is refused')
        })
        const withoutReason = shown.filter(({ control }, index) => !readFault(control).includes(String(900 + index)))
        // Two fields of the body are one field of the form, which shows the last reason.
        expect(withoutReason.map(({ field }) => field).filter((field) => field !== 'group')).toEqual([])
        expect((findControl('name') as HTMLInputElement).value).toBe('West')
      },
      timeoutMs,
    )
  }
})

test('every field of the bodies has a row', () => {
  expect(Object.keys(table).sort()).toEqual(Object.keys(fields).sort())
})
