import { expect, test } from 'bun:test'
import { type Answers, badGateway } from '../../../test/fake-api.ts'
import { visitSettings } from '../../../test/settings-visit.tsx'
import { fireEvent, screen, within } from '../../../test/visit.tsx'

const refusesWrites = { 'PUT /api/option/': badGateway }

test('each text is saved separately with its own notice', async () => {
  const { written, fill, save, waitForText } = await visitSettings('other')
  const texts = [
    ['notice', 'Notice', 'Notice updated'],
    ['name', 'SystemName', 'Site name updated'],
    ['logo', 'Logo', 'Logo updated'],
    ['home', 'HomePageContent', 'Home page updated'],
    ['about', 'About', 'About page updated'],
    ['footer', 'Footer', 'Footer updated'],
  ] as const
  for (const [id, key, notice] of texts) {
    // Each value is a path, because a logo must be one.
    const value = `/new ${key}`
    fill(key, value)
    await save(id)
    await waitForText(notice)
    expect(written()).toEqual([{ key, value }])
  }
})

test('an administrator who may only read cannot move the switches of the menus', async () => {
  const { user, card } = await visitSettings('other', { role: 'viewer' })
  for (const id of ['header', 'sidebar'] as const) {
    const switches = within(card(id)).getAllByRole('switch')
    expect(switches.length).toBeGreaterThan(3)
    expect(switches.every((one) => one.hasAttribute('disabled'))).toBe(true)
    const [first] = switches
    const before = first?.getAttribute('aria-checked')
    if (first) await user.click(first)
    expect(first?.getAttribute('aria-checked') ?? null).toBe(before ?? null)
  }
})

test('a text that cannot be saved is kept, and reported with the reason', async () => {
  const { control, option, fill, save, waitForText } = await visitSettings('other', { answers: refusesWrites })
  fill('About', 'lost')
  await save('about')
  await waitForText(/^About page update failed: /)
  within(option('About')).getByRole('alert')
  expect(control('About')).toHaveProperty('value', 'lost')
})

test('entries of a list are added, completed, reordered and deleted', async () => {
  const { user, written, control, card, save, waitForText } = await visitSettings('other')
  const faq = () => within(card('faq'))
  const add = () => user.click(control('console_setting.faq'))
  const type = (name: string, value: string) => fireEvent.change(faq().getByLabelText(name), { target: { value } })
  await add()
  type('Question, entry 1', 'Why?')
  await save('faq')
  await waitForText('Entry 1 · Answer (Markdown): must not be empty')
  await faq().findByText('Fill in this field')
  expect(written()).toEqual([])
  type('Answer (Markdown), entry 1', 'Because.')
  await add()
  type('Question, entry 2', 'How?')
  type('Answer (Markdown), entry 2', 'So.')
  await user.click(faq().getByRole('button', { name: 'Move entry 2 up' }))
  await add()
  await user.click(faq().getByRole('button', { name: 'Delete entry 3' }))
  await save('faq')
  await waitForText('Saved')
  expect(written().map(({ key, value }) => [key, JSON.parse(value)])).toEqual([
    [
      'console_setting.faq',
      [
        { question: 'How?', answer: 'So.' },
        { question: 'Why?', answer: 'Because.' },
      ],
    ],
  ])
})

test('a check for updates reports the latest release as current, and a failure', async () => {
  const data = { version: 'v1', latest: 'v1', is_current: true, notes: '', url: '' }
  const answers: Answers = { 'GET /api/status/update': () => ({ data }) }
  const { user, api, waitForText } = await visitSettings('other', { language: 'zh', answers })
  await user.click(screen.getByRole('button', { name: '检查更新' }))
  await waitForText('已是最新版本 v1')
  api.answer({ 'GET /api/status/update': badGateway })
  await user.click(screen.getByRole('button', { name: '检查更新' }))
  await waitForText('检查更新失败，请稍后再试')
})

test('colours of labels that another console wrote have names, and an unknown one is neutral', async () => {
  const address = { url: 'https://api.example.com', route: 'Main', description: '' }
  const colors = ['light-blue', 'fuchsia', 'teal']
  const stored = { 'console_setting.api_info': JSON.stringify(colors.map((color) => ({ ...address, color }))) }
  const { card } = await visitSettings('other', { stored })
  const tags = colors.map((_, index) => {
    const field = within(card('addresses')).getByLabelText(`Label colour, entry ${index + 1}`)
    return field.closest('.ant-select')?.querySelector<HTMLElement>('[data-color]')
  })
  expect(tags.map((tag) => [tag?.textContent, tag?.dataset.color])).toEqual([
    ['Light blue', 'blue'],
    ['Other: fuchsia', 'neutral'],
    ['Teal', 'teal'],
  ])
})
