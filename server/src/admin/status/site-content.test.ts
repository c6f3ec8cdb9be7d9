import { beforeAll, describe, expect, test } from 'bun:test'
import { isModuleShown, readSidebarNav } from '@sluice/contract/nav-modules'
import type { OptionEntry } from '@sluice/contract/option'
import type { SystemStatus } from '@sluice/contract/status'
import { forTests } from '../../../test/for-tests.ts'
import { startTestApp, type TestClient } from '../test-app.ts'

const app = forTests(startTestApp)
let admin: TestClient
beforeAll(async () => {
  admin = await app.addUser({ role: 10 })
})

const put = (key: string, value: unknown) =>
  admin.put('/api/option/', { key, value: typeof value === 'string' ? value : JSON.stringify(value) })
const readStatus = async () => (await admin.get('/api/status')).body.data as Record<string, unknown>

const older = { content: 'Older', publishDate: '2026-11-01T08:00:00+08:00', type: 'warning', extra: '' }
const newer = { content: '**Newer**', publishDate: '2026-11-01T00:00:01Z', type: 'default', extra: 'More' }

const lists = [
  {
    key: 'console_setting.announcements',
    shownOption: 'console_setting.announcements_enabled',
    field: 'announcements',
    list: [older, newer],
    expectedList: [newer, older],
  },
  {
    key: 'console_setting.faq',
    shownOption: 'console_setting.faq_enabled',
    field: 'faq',
    list: [
      { question: 'Why?', answer: 'Because.' },
      { question: 'How?', answer: '`so`' },
    ],
  },
  {
    key: 'console_setting.api_info',
    shownOption: 'console_setting.api_info_enabled',
    field: 'api_info',
    list: [{ url: 'https://eu.example/v1', route: 'Europe', description: 'Frankfurt', color: 'green' }],
  },
]

describe.each(lists)('$key', ({ key, shownOption, field, list, expectedList = list }) => {
  test('is empty at first, and in the status while it is enabled', async () => {
    expect(await readStatus()).toMatchObject({ [field]: [], [`${field}_enabled`]: true })
    expect((await put(key, list)).body.success).toBe(true)
    expect(await readStatus()).toMatchObject({ [field]: expectedList })
    await put(shownOption, 'false')
    const hidden = await readStatus()
    expect(hidden).toMatchObject({ [`${field}_enabled`]: false })
    expect(hidden).not.toHaveProperty(field)
    await put(shownOption, 'true')
  })

  test('is cleared by an empty text, and unknown fields are omitted', async () => {
    expect(
      (
        await put(
          key,
          list.map((entry, id) => ({ id, ...entry })),
        )
      ).body.success,
    ).toBe(true)
    const options = (await admin.get('/api/option/')).body.data as OptionEntry[]
    expect(JSON.parse(options.find((entry) => entry.key === key)?.value ?? '')).toEqual(list)
    expect((await put(key, '')).body.success).toBe(true)
    expect(await readStatus()).toMatchObject({ [field]: [] })
  })
})

test.each([
  ['announcements', [{ ...newer, publishDate: 'yesterday' }], 'mustBeInstant'],
  ['announcements', [{ ...newer, type: 'loud' }], 'mustBeOneOf'],
  ['announcements', [{ ...newer, until: newer.publishDate }], 'endsBeforeStart'],
  ['announcements', [{ ...newer, until: 'later' }], 'mustBeInstant'],
  ['announcements', [{ ...newer, content: ' ' }], 'notEmpty'],
  ['announcements', [{ ...newer, content_zh: 'x'.repeat(501) }], 'notLonger'],
  ['announcements', [{ ...newer, places: [] }], 'notEmpty'],
  ['announcements', [{ ...newer, places: ['mail'] }], 'mustBeOneOf'],
  ['announcements', [{ ...newer, content: 'x'.repeat(501) }], 'notLonger'],
  ['announcements', Array(101).fill(newer), 'tooManyEntries'],
  ['announcements', {}, 'mustBeList'],
  ['faq', [{ question: 'Why?' }], 'required'],
  ['faq', [{ question: 'x'.repeat(201), answer: 'a' }], 'notLonger'],
  ['api_info', [{ url: 'javascript:alert(1)', route: 'r' }], 'mustBeWebAddress'],
  ['api_info', [{ url: 'https://name@host', route: 'r' }], 'mustBeWebAddress'],
  ['api_info', '[{', 'notJson'],
])('%s refuses an unusable value: %j', async (field, value, code) => {
  const { body, status: httpStatus } = await put(`console_setting.${field}`, value)
  expect(httpStatus).toBe(400)
  expect(body).toMatchObject({ field_reasons: { [`console_setting.${field}`]: { code } } })
})

test('an announcement keeps its end, its places and its Chinese text, and empty ones are not written', async () => {
  const planned = { ...older, until: '2026-11-02T00:00:00Z' }
  await put('console_setting.announcements', [{ ...newer, until: '' }, planned])
  expect((await readStatus()).announcements).toEqual([newer, planned])
  const placed = { ...older, content_zh: '旧', extra_zh: '更多', places: ['banner', 'login'] }
  await put('console_setting.announcements', [{ ...placed, places: ['login', 'banner', 'login'] }])
  expect((await readStatus()).announcements).toEqual([placed])
  await put('console_setting.announcements', '')
})

describe('menus', () => {
  test('are in the status with their hidden entries, and are an empty text if nothing is hidden', async () => {
    expect(await readStatus()).toMatchObject({ HeaderNavModules: '', SidebarModulesAdmin: '' })
    await put('HeaderNavModules', { about: false, pricing: true, rankings: { enabled: false } })
    await put('SidebarModulesAdmin', { admin: { audit: false, models: true }, chat: { enabled: false } })
    const shown = (await readStatus()) as unknown as SystemStatus
    expect(JSON.parse(shown.HeaderNavModules)).toEqual({
      home: true,
      console: true,
      docs: true,
      status: true,
      about: false,
      pricing: { enabled: true, requireAuth: false },
    })
    expect(isModuleShown(readSidebarNav(shown.SidebarModulesAdmin), 'admin.audit')).toBe(false)
    expect(isModuleShown(readSidebarNav(shown.SidebarModulesAdmin), 'chat.playground')).toBe(false)
    expect(isModuleShown(readSidebarNav(shown.SidebarModulesAdmin), 'admin.channel')).toBe(true)
    await put('HeaderNavModules', { home: true })
    await put('SidebarModulesAdmin', '')
    expect(await readStatus()).toMatchObject({ HeaderNavModules: '', SidebarModulesAdmin: '' })
  })

  test.each([
    ['HeaderNavModules', '{', 'notJson'],
    ['HeaderNavModules', { home: 'no' }, 'mustBeSwitch'],
    ['HeaderNavModules', { pricing: 1 }, 'mustBeSwitch'],
    ['SidebarModulesAdmin', [], 'mustBeObject'],
    ['SidebarModulesAdmin', { admin: { user: 'off' } }, 'mustBeSwitch'],
  ])('%s refuses %j', async (key, value, code) => {
    const { body } = await put(key, value)
    expect(body).toMatchObject({ field_reasons: { [key]: { code } } })
  })
})
